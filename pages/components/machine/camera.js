// The camera: which part of the room fills the picture, and how it gets there.

import { isStill } from "../board/dom.js";

const DURATION = 280; // milliseconds

export const WHOLE = { x: 0, y: 0, scale: 1 };

/** The view in which a rectangle fills the picture, with some air round it. */
export function viewOf(rect, width, height) {
  const scale = Math.min(5, 0.8 * Math.min(width / rect.width, height / rect.height));
  return { x: rect.x + rect.width / 2 - width / 2 / scale, y: rect.y + rect.height / 2 - height / 2 / scale, scale };
}

/** The view at a share of the way: scale geometrically, so that the pace looks even. */
export function between(from, to, share) {
  const eased = share * share * (3 - 2 * share), scale = from.scale * (to.scale / from.scale) ** eased;
  const moved = from.scale === to.scale ? eased : (1 / scale - 1 / from.scale) / (1 / to.scale - 1 / from.scale);
  return { x: from.x + (to.x - from.x) * moved, y: from.y + (to.y - from.y) * moved, scale };
}

/** Sets the canvas so that what is drawn in the room's pixels shows the view. */
export function aim(context, view, ratio) {
  const k = ratio * view.scale;
  context.setTransform(k, 0, 0, k, -view.x * k, -view.y * k);
}

/** Moves from view to view, a `draw(view, arrived)` a frame; at once where motion is unwanted. Returns what ends it. */
export function travel(from, to, draw) {
  let frame = 0, begun = null;
  const end = () => {
    if (frame === null) return;
    cancelAnimationFrame(frame);
    frame = null;
    draw(to, true);
  };
  if (isStill()) {
    draw(to, true);
    return () => {};
  }
  const tick = (now) => {
    begun ??= now;
    const share = Math.min(1, (now - begun) / DURATION);
    if (share === 1) return end();
    draw(between(from, to, share), false);
    frame = requestAnimationFrame(tick);
  };
  frame = requestAnimationFrame(tick);
  return end;
}
