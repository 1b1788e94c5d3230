// Measuring text.

export const LABEL_LIMIT = 120;

const rulers = new Map();

export function textWidth(theme, string, size = 12, weight = 400) {
  const key = `${theme.font}|${size}|${weight}|${string}`;
  if (!rulers.has(key)) {
    const context = (textWidth.context ??= document.createElement("canvas").getContext("2d"));
    context.font = `${weight} ${size}px ${theme.font}`;
    rulers.set(key, context.measureText(string).width);
  }
  return rulers.get(key);
}

/** The text, shortened with an ellipsis to fit; `width(text)` measures it. */
export function shortened(string, limit, width) {
  if (width(string) <= limit) return string;
  const letters = [...string];
  while (letters.length > 1 && width(letters.join("") + "…") > limit) letters.pop();
  return letters.join("") + "…";
}

export const fitText = (theme, string, limit, size = 12, weight = 400) =>
  shortened(string, limit, (text) => textWidth(theme, text, size, weight));

const widths = new WeakMap();

/** The width of the widest label, kept per list of labels. */
export function widest(theme, labels, size = 12) {
  if (!widths.has(labels)) widths.set(labels, new Map());
  const ofLabels = widths.get(labels), key = `${theme.font}|${size}`;
  if (!ofLabels.has(key)) {
    ofLabels.set(key, Math.max(0, ...labels.map((label) => textWidth(theme, label, size))));
  }
  return ofLabels.get(key);
}

const SCRIPTS = ["Han", "Hiragana", "Katakana", "Hangul"].map((name) => `\\p{Script=${name}}`).join("");
const IDEOGRAPHS = new RegExp(`^[${SCRIPTS}\\u3000-\\u303f\\uff00-\\uffef]{1,4}$`, "u");

const stackable = new WeakMap();

export function isStackable(labels) {
  if (!stackable.has(labels)) stackable.set(labels, labels.every((label) => IDEOGRAPHS.test(label)));
  return stackable.get(labels);
}
