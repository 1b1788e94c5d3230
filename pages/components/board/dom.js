// Elements, and the window they stand in.

/** An element with properties and children; text only ever goes in as text. */
export function make(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

/** In a lecture's scene that shows a part of an exhibit alone (lecture/projected.py). */
export const isProjected = () => new URLSearchParams(window.location.search).has("shows");

/** A phone's window: one below the other, one head at a time; board.css, stage.css and sheet.css say the same. */
export const isNarrow = () => window.innerWidth <= 760;
