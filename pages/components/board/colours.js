// Colours: the ramps, the theme of the page, the colour of a cell.

import { isStrong } from "./dom.js";
import { KIND } from "./payload.js";

// Ramps are stops in OKLCH (lightness, chroma, hue), evenly spaced in lightness; the first is the page itself.
const RAMPS = {
  light: {
    sequential: [[0.83, 0.085, 195], [0.65, 0.12, 232], [0.46, 0.16, 264], [0.28, 0.13, 288]],
    negative: [[0.77, 0.1, 245], [0.5, 0.16, 260]],
    positive: [[0.8, 0.125, 68], [0.57, 0.165, 45]],
    allowed: [0.86, 0.07, 170], masked: "#e9ebef", stroke: "#b3b9c4", infinite: "#c9ced8", dark: "#7c8494",
    invalid: "#f3c4e6",
  },
  dark: {
    sequential: [[0.37, 0.13, 285], [0.56, 0.15, 255], [0.76, 0.125, 200], [0.96, 0.1, 108]],
    negative: [[0.5, 0.13, 258], [0.82, 0.11, 235]],
    positive: [[0.52, 0.115, 50], [0.84, 0.135, 76]],
    allowed: [0.5, 0.085, 170], masked: "#25292f", stroke: "#434a57", infinite: "#2e333c", dark: "#596273",
    invalid: "#7d2f69",
  },
};

const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const gamma = (c) => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);

function rgbToLab(rgb) {
  const [r, g, b] = rgb.map((c) => linear(c / 255));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function labToRgb([L, A, B]) {
  const l = (L + 0.3963377774 * A + 0.2158037573 * B) ** 3;
  const m = (L - 0.1055613458 * A - 0.0638541728 * B) ** 3;
  const s = (L - 0.0894841775 * A - 1.291485548 * B) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((c) => Math.round(255 * Math.min(1, Math.max(0, gamma(Math.max(0, c))))));
}

function lchToLab([L, C, h]) {
  return [L, C * Math.cos((h * Math.PI) / 180), C * Math.sin((h * Math.PI) / 180)];
}

/** `count` colours along the stops (OKLab), as one packed table of RGB bytes. */
function ramp(stops, count) {
  const table = new Uint8Array(3 * count);
  for (let i = 0; i < count; i++) {
    const at = (i / (count - 1)) * (stops.length - 1), k = Math.min(Math.floor(at), stops.length - 2);
    const mixed = stops[k].map((c, axis) => c + (at - k) * (stops[k + 1][axis] - c));
    table.set(labToRgb(mixed), 3 * i);
  }
  return table;
}

/** Any CSS colour as [r, g, b]. */
export function parseColour(css) {
  const pen = (parseColour.pen ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true }));
  pen.clearRect(0, 0, 1, 1);
  pen.fillStyle = "#888";
  pen.fillStyle = css;
  pen.fillRect(0, 0, 1, 1);
  return [...pen.getImageData(0, 0, 1, 1).data.slice(0, 3)];
}

export const cssColour = ([r, g, b], alpha = 1) => (alpha === 1 ? `rgb(${r},${g},${b})` : `rgba(${r},${g},${b},${alpha})`);

/** A picture's colour as the page resolves it: `var(...)` and `light-dark(...)` included. */
export function resolveColour(theme, colour) {
  if (!colour) return theme.ink;
  if (!theme.colours.has(colour)) {
    theme.probe.style.color = "";
    theme.probe.style.color = colour;
    theme.colours.set(colour, theme.probe.style.color ? getComputedStyle(theme.probe).color : theme.ink);
  }
  return theme.colours.get(colour);
}

/** What the pictures need of the page's theme; rebuilt only when the page's colours change. */
export function readTheme(host, element, last) {
  const { page, ink, font, accent } = host.theme(element);
  const strong = isStrong(), key = [page, ink, font, accent, strong].join("|");
  if (last?.key === key) return last;
  const back = parseColour(page), text = parseColour(ink), start = rgbToLab(back);
  const dark = start[0] < 0.5, ramps = RAMPS[dark ? "dark" : "light"];
  const labs = (stops) => [start, ...stops.map(lchToLab)];
  const negative = ramp([...labs(ramps.negative)].reverse(), 128), positive = ramp(labs(ramps.positive), 129);
  return {
    key, probe: element, colours: new Map(), dark, font, accent, page, ink, text, back,
    muted: cssColour(text, strong ? 1 : 0.64), faint: cssColour(text, strong ? 0.75 : 0.32), line: cssColour(text, strong ? 0.6 : 0.16),
    sequential: ramp(labs(ramps.sequential), 257),
    diverging: Uint8Array.from([...negative, ...positive]),
    allowed: labToRgb(lchToLab(ramps.allowed)),
    masked: parseColour(ramps.masked), stroke: strong ? ink : ramps.stroke,
    infinite: parseColour(ramps.infinite), darkStroke: ramps.dark, invalid: parseColour(ramps.invalid),
  };
}

/** The table and the index in it for a finite value on a picture's scale. */
function rampIndex(picture, value) {
  const share = value / picture.limit;
  if (picture.scale === "diverging") return Math.round(128 + 128 * Math.max(-1, Math.min(1, share)));
  return Math.round(256 * Math.max(0, Math.min(1, share)));
}

export function cellColour(theme, picture, kind, value) {
  if (kind === KIND.masked) return value === -Infinity ? theme.infinite : theme.masked;
  if (kind === KIND.infinite) return theme.infinite;
  if (kind === KIND.invalid) return theme.invalid;
  if (picture.scale === "mask") return value ? theme.allowed : theme.masked;
  const table = picture.scale === "diverging" ? theme.diverging : theme.sequential;
  const at = 3 * rampIndex(picture, value);
  return [table[at], table[at + 1], table[at + 2]];
}

/** Ink or paper, whichever reads better on the colour. */
export function readableOn([r, g, b]) {
  return 0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255) > 0.3 ? "#15171c" : "#ffffff";
}
