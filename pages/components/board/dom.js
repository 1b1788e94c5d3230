// Elements, and the window they stand in.

/** An element with properties and children; text only ever goes in as text. */
export function make(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

/** In a lecture's scene that shows a part of an exhibit alone (lecture/projected.py). */
export const isProjected = () => new URLSearchParams(window.location.search).has("shows");

/** A phone's window, upright or turned sideways: one below the other, one head at a time; the styles say the same. */
const PHONE = "(max-width: 760px), (max-height: 480px) and (pointer: coarse)";
export const isNarrow = () => window.matchMedia(PHONE).matches;
