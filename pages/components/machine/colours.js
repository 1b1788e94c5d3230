// The machine's colours in light and dark. Tones go by the track that is read: the upper one, then the reader.

import { isStrong } from "../board/dom.js";

const LIGHT = {
  page: "#ffffff", ink: "#1b1f27", muted: "#5f6b7a", faint: "#6a7484", line: "#d5dae2",
  tones: [{ ribbon: "62,90,180", mark: "#c9d6f0", bus: "#dee3f2", deep: "#3d57ad" },
          { ribbon: "124,78,178", mark: "#dfd0ee", bus: "#e9dff3", deep: "#73479f" }],
  mixed: "#f2c8b4", block: "#d9e6fd", thin: "#d3d8e1", follow: "232,128,35", followInk: "#b3560c", bar: "#d3ebe0",
  followBar: "#f4b27d", across: "#a8500f", off: "#c2362b",
};
const DARK = {
  page: "#12151c", ink: "#e8ebf0", muted: "#a6b0bf", faint: "#8e99a9", line: "#343c4a",
  tones: [{ ribbon: "118,152,246", mark: "#33456f", bus: "#272f44", deep: "#9db6ff" },
          { ribbon: "183,140,236", mark: "#4d3a68", bus: "#352b45", deep: "#cba9f5" }],
  mixed: "#7a4b38", block: "#2c4268", thin: "#414a59", follow: "255,154,64", followInk: "#ffae66", bar: "#245045",
  followBar: "#9a5a1e", across: "#ffb27a", off: "#ff8a7d",
};
// where more contrast is asked for: light, dark
const STRONG = [{ muted: "#1b1f27", faint: "#2c333f", line: "#5a6472", thin: "#5a6472" },
                { muted: "#e8ebf0", faint: "#d5dae2", line: "#98a3b3", thin: "#98a3b3" }];

/** The colours that suit a page: dark or light, on its own background and ink. */
export function colours(dark, page, ink, font) {
  const base = { ...(dark ? DARK : LIGHT), ...(isStrong() ? STRONG[Number(dark)] : {}) };
  return { ...base, page: page || base.page, ink: ink || base.ink, font: font || "sans-serif", dark };
}

export const toneOf = (theme, tone) => theme.tones[tone % theme.tones.length];
