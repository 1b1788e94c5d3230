// Elements, and the window they stand in.

/** An element with properties and children; text only ever goes in as text. */
export function make(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

/** A button, and what it does. */
export const button = (textContent, onclick, more = {}) => make("button", { type: "button", textContent, onclick, ...more });

/** An element of a drawing, with attributes and children. */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** A text with {names} for its values. */
export const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** Whether an element takes what is typed. */
export const isTyped = (target) =>
  target?.matches?.("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]");

/** Whether the reader wants nothing to move. */
export const isStill = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Whether the reader has asked the system for more contrast. */
export const isStrong = () => window.matchMedia("(prefers-contrast: more)").matches;

/** In a lecture's scene that shows a part of an exhibit alone (lecture/projected.py). */
export const isProjected = () => new URLSearchParams(window.location.search).has("shows");

/** A phone's window, upright or turned sideways: one below the other, one head at a time; the styles say the same. */
const PHONE = "(max-width: 760px), (max-height: 480px) and (pointer: coarse)";
export const isNarrow = () => window.matchMedia(PHONE).matches;
