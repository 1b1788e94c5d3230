// Changing what is looked at, and telling Python and the address bar about it: paint first, report after.

import { writeAddress } from "./address.js";
import { dress } from "./bar.js";
import { move } from "./motion.js";
import { announce, paintOverlay } from "./overlay.js";
import { cellOffset, panelOf, valueAt } from "./payload.js";
import { paintTable } from "./table.js";
import { repaint, resized } from "./view.js";

export const STEP_PAUSE = 50, CELL_PAUSE = 60, URL_PAUSE = 250;

export const frameOf = (board) => board.spec.frames[board.index];
export const picturesOf = (board, frame = frameOf(board)) => frame.pictures.map((name) => board.spec.byName.get(name));

export function sameCell(a, b) {
  return a === b || (a && b && ["picture", "panel", "row", "column"].every((name) => a[name] === b[name]));
}

/** The cell if it exists in the pictures at hand; else nothing. */
export function existing(board, cell) {
  const picture = cell && board.spec.byName.get(cell.picture);
  if (!picture || picture.panelled !== (cell.panel !== null)) return null;
  const [panels, rows, columns] = picture.shape;
  return panelOf(cell) < panels && cell.row < rows && cell.column < columns ? cell : null;
}

/** The frames that the arrows walk through: the path that Python gave, or all but the contact sheets. */
export function pathOf(board) {
  const { spec, options } = board, key = options.path?.join("|") ?? "";
  if (board.walked?.spec !== spec || board.walked.key !== key) {
    const indices = options.path ? options.path.map((name) => spec.frames.findIndex((frame) => frame.key === name))
      : spec.frames.map((frame, index) => (frame.arrangement === "sheet" ? -1 : index));
    const path = indices.filter((index) => index >= 0);
    board.walked = { spec, key, path: path.length ? path : spec.frames.map((_, index) => index) };
  }
  return board.walked.path;
}

/** Where the board stands on its path: an index of the path; beside the path, the place before. */
export function placeOnPath(board) {
  const path = pathOf(board), at = path.indexOf(board.index);
  return at >= 0 ? at : Math.max(0, path.findLastIndex((index) => index < ownIndex(board)));
}

/** Where a contact sheet belongs among the steps: at the first of those whose results it shows. */
function ownIndex({ spec: { frames }, index }) {
  const { arrangement, pictures } = frames[index];
  if (arrangement !== "sheet") return index;
  return frames.findIndex((frame) => frame.arrangement !== "sheet" && pictures.includes(frame.pictures.at(-1)));
}

/** So many places along the path. */
export function walkBy(board, steps) {
  const path = pathOf(board), beside = !path.includes(board.index) && steps < 0 ? 1 : 0;
  setStep(board, path[Math.max(0, Math.min(path.length - 1, placeOnPath(board) + steps + beside))]);
}

export function setStep(board, index) {
  const last = board.spec.frames.length - 1, next = Math.max(0, Math.min(last, index));
  if (next !== board.index) move(board, () => turnTo(board, next));
}

function turnTo(board, next) {
  board.index = next;
  forget(board);
  if (board.lent) {
    board.head = null;
    board.lent = false;
    report(board, "head", null, STEP_PAUSE);
  }
  const cell = carried(board);
  if (!sameCell(cell, board.cell)) {
    board.cell = cell;
    report(board, "cell", cell, STEP_PAUSE);
  }
  report(board, "step", frameOf(board).key, STEP_PAUSE);
  repaint(board);
}

/** Other pictures: what the pointer rests on now it did not point at. */
function forget(board) {
  board.hover = null;
  board.rest = board.pointer;
}

/** The selection goes along to a result of the same shape, stays if its picture is still shown, or ends. */
function carried(board) {
  const { cell } = board, shown = picturesOf(board), result = shown.at(-1);
  const from = cell && board.spec.byName.get(cell.picture);
  if (!from) return null;
  const alike = ["rowLink", "columnLink", "panelled"].every((name) => from[name] === result[name]);
  const equal = alike && from.shape.every((count, axis) => count === result.shape[axis]);
  if (equal) return { ...cell, picture: result.name };
  return shown.includes(from) ? cell : null;
}

/** From a contact sheet to the step whose result a picture is, or else to the first that shows it. */
export function openStepOf(board, name) {
  const steps = board.spec.frames.map((frame, index) => [frame, index]).filter(([f]) => f.arrangement !== "sheet");
  const found = steps.find(([frame]) => frame.pictures.at(-1) === name) ?? steps.find(([f]) => f.pictures.includes(name));
  if (found) setStep(board, found[1]);
}

export function setCell(board, cell, wait = 0) {
  if (sameCell(cell, board.cell)) return;
  board.cell = cell;
  report(board, "cell", cell, wait);
  announce(board, cell, 30);
  if (board.layout) paintOverlay(board);
}

export function setHead(board, head) {
  if (head === board.head) return;
  board.head = head;
  forget(board);
  if (board.cell && board.cell.panel !== null && head !== null && board.cell.panel !== head) {
    board.cell = existing(board, { ...board.cell, panel: head });
    report(board, "cell", board.cell, 0);
  }
  report(board, "head", head, 0);
  move(board, () => repaint(board));
  paintTable(board);
}

/** Follow a word (`{stream, index}`); the word that is already followed, or null, lets it go. */
export function setFollow(board, follow) {
  const { follow: old } = board, same = old && follow && old.stream === follow.stream && old.index === follow.index;
  board.follow = same ? null : follow;
  report(board, "follow", board.follow, 0);
  paintOverlay(board);
}

export function setEdit(board, cell, value) {
  const picture = board.spec.byName.get(cell.picture);
  const low = picture.scale === "diverging" ? -picture.limit : 0;
  const bounded = Math.max(low, Math.min(picture.limit, value));
  picture.edits.set(cellOffset(picture, panelOf(cell), cell.row, cell.column), bounded);
  picture.images.clear();
  picture.glyphs = null;
  repaint(board);
  return bounded;
}

export function reportEdit(board, cell) {
  const picture = board.spec.byName.get(cell.picture), value = valueAt(picture, panelOf(cell), cell.row, cell.column);
  board.edits = Math.max(Date.now(), (board.edits ?? 0) + 1);
  report(board, "edit", { ...cell, value, serial: board.edits }, 0);
}

/** Hand a value to Python: together with what follows within `wait` milliseconds, and never two within STEP_PAUSE. */
export function report(board, name, value, wait) {
  board.outbox.set(name, value);
  const rested = performance.now() - (board.sent ?? -Infinity);
  clearTimeout(board.sending);
  if (wait === STEP_PAUSE && rested >= STEP_PAUSE) return queueMicrotask(() => flush(board));
  board.sending = setTimeout(() => flush(board), Math.max(wait === STEP_PAUSE ? 0 : wait, STEP_PAUSE - rested));
}

function flush(board) {
  if (!board.outbox.size) return;
  const entries = [...board.outbox];
  board.outbox.clear();
  board.sent = performance.now();
  board.counters.reports += 1;
  for (const [name, value] of entries) board.send(name, value);
  addressSoon(board);
}

function addressSoon(board) {
  clearTimeout(board.addressing);
  board.addressing = setTimeout(() => writeAddress(board), URL_PAUSE);
}

/** Python's word: how the board is set up, where it starts, and commands to move. */
export function obey(board, control) {
  const { words, start, command, serial, ...options } = control, setup = JSON.stringify([words, options]);
  const fresh = serial !== 0 && serial !== board.serial, orders = board.started ? fresh && command : start;
  const changed = setup !== board.setup || orders;
  Object.assign(board, { words, options, setup, started: true, serial: fresh ? serial : board.serial });
  const turn = () => {
    if (orders) place(board, orders);
    if (!changed) return resized(board);
    dress(board);
    if (board.motion) board.motion.then = () => repaint(board);
    else repaint(board);
  };
  if (orders?.step !== undefined || orders?.head !== undefined) move(board, turn);
  else turn();
  if (changed) addressSoon(board);
  if (fresh) {
    const now = { step: frameOf(board).key, cell: board.cell, head: board.head, follow: board.follow };
    for (const name of Object.keys(command)) report(board, name, now[name], 0);
    report(board, "serial", serial, 0);
  }
}

function place(board, { step, cell, head, follow }) {
  if (step !== undefined) board.index = Math.max(0, board.spec.frames.findIndex((frame) => frame.key === step));
  if (cell !== undefined) board.cell = existing(board, cell);
  if (head !== undefined) {
    board.head = head;
    board.lent = board.started && head !== null; // shown for an answer: the next step gives it back
  }
  if (follow !== undefined) board.follow = follow;
  forget(board);
}
