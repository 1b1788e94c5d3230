// The grid of thumbnails on its canvas: ink by weight, in the colour of what a head does.

import { parseColour } from "../board/colours.js";

const TONES = {
  light: { "": [74, 96, 196], induction: [13, 138, 122], previous: [217, 119, 22], resting: [138, 147, 168], card: [243, 245, 249] },
  dark: { "": [126, 150, 246], induction: [53, 201, 176], previous: [243, 166, 78], resting: [148, 158, 180], card: [30, 35, 45] },
};

/** Colours for a page's theme: `of(kind)` as RGB, `css(kind)`. */
export function tones(theme) {
  const dark = luminance(theme.page) < 0.4, table = TONES[dark ? "dark" : "light"], of = (kind) => table[kind] ?? table[""];
  return { dark, theme, card: table.card, of, css: (kind) => `rgb(${of(kind).join(" ")})` };
}

function luminance(colour) {
  const [r, g, b] = parseColour(colour);
  return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
}

/** One head as a small picture; kept with its site until the theme changes. */
function thumbnail(site, head, colours) {
  const kept = (site.pictures ??= {}), key = `${head} ${colours.dark}`;
  if (kept[key]) return kept[key];
  const [rows, columns] = site.drawn, picture = new OffscreenCanvas(columns, rows), pixels = new ImageData(columns, rows);
  const ink = colours.of(site.kinds[head]), card = colours.card, weights = site.weights[head];
  for (let i = 0; i < weights.length; i++) {
    const share = Math.sqrt(weights[i] / 255);
    for (let c = 0; c < 3; c++) pixels.data[4 * i + c] = card[c] + share * (ink[c] - card[c]);
    pixels.data[4 * i + 3] = 255;
  }
  picture.getContext("2d").putImageData(pixels, 0, 0);
  return (kept[key] = picture);
}

export const titleFont = ({ font }) => `600 13px ${font}`;

function headings(context, { plan, words }, colours) {
  context.fillStyle = colours.theme.ink;
  context.textBaseline = "middle";
  for (const group of plan.groups) {
    context.textAlign = "left";
    context.font = titleFont(colours.theme);
    context.globalAlpha = 1;
    group.lines.forEach((line, i) => context.fillText(line, group.left, 10 + i * plan.line));
    context.font = `12px ${colours.theme.font}`;
    context.textAlign = "center";
    context.globalAlpha = 0.65;
    const every = Math.ceil(22 / plan.cell);
    group.columns.forEach(({ left, layer }, i) => {
      if (i % every === 0) context.fillText(layer, left + plan.cell / 2, plan.top - 11);
    });
  }
  context.textAlign = "right";
  for (let head = 0; head < plan.heads; head++) {
    context.fillText(head + 1, plan.left - 8, plan.top + head * (plan.cell + plan.gap) + plan.cell / 2);
  }
  context.globalAlpha = 1;
}

/** All heads, with a frame round the chosen one. */
export function paintGrid(canvas, view) {
  const { plan, spec, colours } = view, ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(plan.width * ratio);
  canvas.height = Math.round((plan.height + 4) * ratio);
  canvas.style.width = `${plan.width}px`;
  canvas.style.height = `${plan.height + 4}px`;
  const context = canvas.getContext("2d");
  context.scale(ratio, ratio);
  headings(context, view, colours);
  context.imageSmoothingEnabled = false;
  for (const { site, left } of plan.groups.flatMap((group) => group.columns)) {
    const one = spec.sites[site];
    for (let head = 0; head < one.heads; head++) {
      const top = plan.top + head * (plan.cell + plan.gap);
      context.drawImage(thumbnail(one, head, colours), left, top, plan.cell, plan.cell);
      if (site !== view.site || head !== view.head) continue;
      context.strokeStyle = colours.theme.accent;
      context.lineWidth = 3;
      context.strokeRect(left - 2, top - 2, plan.cell + 4, plan.cell + 4);
    }
  }
}
