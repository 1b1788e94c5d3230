// From one step to the next: what both show slides and scales, a result grows out of its input, the rest fades.

import { isStill } from "./dom.js";

const DURATION = 260;

const eased = (t) => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2);

/** A copy of what the canvas shows. */
function photograph(canvas) {
  const copy = document.createElement("canvas");
  copy.width = canvas.width;
  copy.height = canvas.height;
  copy.getContext("2d").drawImage(canvas, 0, 0);
  return copy;
}

/** The places of a layout's panels, by picture and panel. */
function placesOf(layout) {
  const places = new Map();
  for (const box of layout.boxes) {
    for (const panel of box.panels) {
      const place = { x: box.x + panel.x, y: box.y + panel.y, width: box.span.width, height: box.span.height };
      places.set(`${box.picture.name}|${panel.index}`, { ...place, picture: box.picture, panel: panel.index });
    }
  }
  return places;
}

/** What moves: where it begins, where it ends, and whether its first look is taken from the new picture. */
export function journeys(from, to) {
  const before = placesOf(from), after = placesOf(to), moving = [];
  for (const [key, end] of after) {
    const origin = `${end.picture.growsFrom}|${end.panel}`;
    if (before.has(key)) moving.push({ key, start: before.get(key), end, stays: true, inNew: false });
    else if (end.picture.growsFrom && after.has(origin)) moving.push({ key, start: after.get(origin), end, inNew: true });
    else if (end.picture.growsFrom && before.has(origin)) moving.push({ key, start: before.get(origin), end, inNew: false });
  }
  return moving;
}

/** Change what is shown by `act`, which paints the new step at once; then show the way there. */
export function move(board, act) {
  const running = Boolean(board.motion);
  finish(board);
  if (running || !board.layout || board.options.motion === false || isStill()) return act();
  const from = board.layout, before = photograph(board.canvas);
  act();
  if (board.layout !== from) begin(board, before, from);
}

function begin(board, before, from) {
  const { canvas, overlay, ratio } = board, after = photograph(canvas), ways = journeys(from, board.layout);
  const ground = { before: photograph(before), after: photograph(after) };
  for (const { start, end, stays } of ways) {
    if (stays) clear(ground.before, start, ratio);
    clear(ground.after, end, ratio);
  }
  overlay.style.visibility = "hidden";
  const started = performance.now(), motion = { after, frames: 0, started };
  const draw = (now) => {
    const t = Math.min(1, Math.max(0, (now - started) / DURATION));
    if (t >= 1) return finish(board);
    paintMoment(canvas, { before, after }, ground, ways, t, ratio);
    motion.frames += 1;
    motion.request = requestAnimationFrame(draw);
  };
  board.motion = motion;
  draw(started);
}

function clear(canvas, { x, y, width, height }, ratio) {
  canvas.getContext("2d").clearRect(x * ratio, y * ratio, width * ratio, height * ratio);
}

function paintMoment(canvas, full, ground, ways, t, ratio) {
  const context = canvas.getContext("2d"), share = eased(t);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.globalAlpha = Math.max(0, 1 - 1.6 * t);
  if (context.globalAlpha) context.drawImage(ground.before, 0, 0);
  context.globalAlpha = Math.max(0, 1.6 * t - 0.6);
  if (context.globalAlpha) context.drawImage(ground.after, 0, 0);
  context.imageSmoothingEnabled = false;
  for (const { start, end, inNew } of ways) {
    const at = {};
    for (const side of ["x", "y", "width", "height"]) at[side] = ratio * (start[side] + share * (end[side] - start[side]));
    context.globalAlpha = 1;
    stamp(context, inNew ? full.after : full.before, start, at, ratio);
    context.globalAlpha = share;
    stamp(context, full.after, end, at, ratio);
  }
  context.globalAlpha = 1;
}

function stamp(context, source, place, at, ratio) {
  const from = [place.x, place.y, place.width, place.height].map((pixels) => pixels * ratio);
  context.drawImage(source, ...from, at.x, at.y, at.width, at.height);
}

/** No more motion: somebody paints anew. */
export function drop(board) {
  if (!board.motion) return;
  cancelAnimationFrame(board.motion.request);
  board.motion = null;
  board.overlay.style.visibility = "";
}

/** The new step as it is; nothing if nothing moves. */
export function finish(board) {
  const { motion, canvas } = board;
  if (!motion) return;
  drop(board);
  const context = canvas.getContext("2d");
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  if (motion.after.width === canvas.width && motion.after.height === canvas.height) context.drawImage(motion.after, 0, 0);
  motion.then?.();
  const spent = performance.now() - motion.started;
  Object.assign(board.counters, { motions: board.counters.motions + 1, motionFrames: motion.frames, motionMs: spent });
}
