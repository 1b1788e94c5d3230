// The board's one state, and all that changes it. Who paints it, and who tells Python, subscribes; nothing here knows them.

import { cellOffset, openPictures, panelOf, valueAt } from "./payload.js";

/**
 * @typedef {{ picture: string, panel: number | null, row: number, column: number }} Cell   the panel: null without panels
 * @typedef {{ stream: string, index: number }} Follow                                     a word by what it runs along
 * @typedef {{ key: string, title: string, group: string, pictures: string[], signs: string[], arrangement: string,
 *   pause: number, kind: string, folded: string }} Frame
 * @typedef {{ version: string, key: string, frames: Frame[], pictures: any[], byName: Map<string, any>,
 *   parts: Map<number, ArrayBuffer>, lists: string[][], asked: Set<number> }} Spec          a payload, opened
 * @typedef {{ stepper?: boolean, height?: number | null, url?: boolean, editable?: string | null, fill?: boolean,
 *   motion?: boolean, numbers?: boolean, haloes?: any[], path?: string[] | null, partners?: Follow[], asks?: boolean
 *   }} Options                                                                              as `Options` of model.py
 *
 * @typedef {object} Change     what has changed, and what of it Python is told within `wait` milliseconds
 * @property {"spec" | "setup" | "step" | "cell" | "head" | "follow" | "edit" | "edited" | "part" | "play"} what
 * @property {Record<string, any>} [toPython]
 * @property {number} [wait]
 * @property {boolean} [moves]     pictures may slide to their new places
 * @property {boolean} [fresh]     of a setup: something is otherwise than before
 * @property {number} [part]       the number of the part that has come
 */

export const STEP_PAUSE = 50, CELL_PAUSE = 60; // milliseconds between two reports
export const LAYER = "layer"; // the kind of the frame that stands for a layer

/** All fields that a board ever has: it is sealed, so that none is added elsewhere. */
export function createState() {
  return {
    // what is looked at
    spec: /** @type {Spec | null} */ (null), index: 0, cell: /** @type {Cell | null} */ (null),
    head: /** @type {number | null} */ (null), follow: /** @type {Follow | null} */ (null),
    hover: /** @type {Cell | null} */ (null), tabled: /** @type {string | null} */ (null),
    // how Python set it up; `lent`: the head was chosen by Python, and ends with the step; `named`: the word it follows
    key: /** @type {string | null} */ (null), words: /** @type {Record<string, string>} */ ({}),
    options: /** @type {Options} */ ({}), setup: "", started: false, serial: /** @type {number | undefined} */ (undefined),
    lent: false, named: /** @type {Follow | null} */ (null),
    walked: { spec: /** @type {Spec | null} */ (null), key: "", path: /** @type {number[]} */ ([]) },
    // the reader's hands: `pointer` and `rest` are places on the screen, `typed` a number on its way into a cell
    pointer: "", rest: /** @type {string | null} */ (null), typed: "",
    drag: /** @type {{ cell: Cell, y: number, value: number, moved: boolean } | null} */ (null), edits: 0,
    touched: /** @type {{ x: number, y: number } | null} */ (null), // where a finger or the button came down
    // playing: the timer of the next step
    playing: /** @type {number | null} */ (null), speed: 1,
    // what was painted, from which measures
    theme: /** @type {any} */ (null), width: 0, ratio: 1, budget: 0, layout: /** @type {any} */ (null),
    room: /** @type {{ height: number, scale: number } | null} */ (null), plans: /** @type {Map<string, any>} */ (new Map()),
    motion: /** @type {any} */ (null),
    counters: { step: 0, steps: 0, key: "", paints: 0, lastPaintMs: 0, reports: 0, motions: 0, motionFrames: 0, motionMs: 0 },
    // what waits to be told, and timers
    outbox: /** @type {Map<string, any>} */ (new Map()), sent: -Infinity, sending: 0, announcing: 0, wheeling: 0,
    // the page around it
    host: /** @type {any} */ (null), subscribers: /** @type {((change: Change) => void)[]} */ ([]),
  };
}

/** @typedef {ReturnType<typeof createState>} Board */

/** @param {Board} board @param {(change: Change) => void} act */
export const subscribe = (board, act) => board.subscribers.push(act);

/** @param {Board} board @param {Change} change */
export function changed(board, change) {
  for (const act of board.subscribers) act(change);
}

// ---- What is looked at ---------------------------------------------------------------------------------------

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

/** A block's contact sheet, which is beside the path. */
export const isSheet = (frame) => frame.arrangement === "sheet" && frame.kind !== LAYER;

/**
 * The frames that the arrows walk through: the path that Python gave, or all but the contact sheets. Of a layer for which
 * a frame of the path stands, its own frames only while the board is in that layer.
 */
export function pathOf(board) {
  const { spec, options } = board, { folded } = frameOf(board), key = [folded, ...options.path ?? []].join("|");
  if (board.walked.spec !== spec || board.walked.key !== key) {
    const indices = options.path ? options.path.map((name) => spec.frames.findIndex((frame) => frame.key === name))
      : spec.frames.map((frame, index) => (isSheet(frame) ? -1 : index));
    const all = indices.filter((index) => index >= 0), keys = new Set(all.map((index) => spec.frames[index].key));
    const path = all.filter((index) => [undefined, folded].includes(standsFor(spec.frames[index], keys)));
    board.walked = { spec, key, path: path.length ? path : spec.frames.map((_, index) => index) };
  }
  return board.walked.path;
}

/** The frame among these that stands for a folded one. */
const standsFor = ({ folded }, keys) => (keys.has(folded) ? folded : undefined);

/** Where the board stands on its path: an index of the path; beside the path, the place before. */
export function placeOnPath(board) {
  const path = pathOf(board), at = path.indexOf(board.index);
  return at >= 0 ? at : Math.max(0, path.findLastIndex((index) => index < ownIndex(board)));
}

/** Where a contact sheet belongs among the steps: at the first of those whose results it shows. */
export function ownIndex({ spec: { frames }, index }) {
  const { pictures } = frames[index];
  if (!isSheet(frames[index])) return index;
  return frames.findIndex((frame) => frame.arrangement !== "sheet" && pictures.includes(frame.pictures.at(-1)));
}

// ---- The reader's changes ------------------------------------------------------------------------------------

/** So many places along the path. */
export function walkBy(board, steps) {
  const path = pathOf(board), beside = !path.includes(board.index) && steps < 0 ? 1 : 0;
  setStep(board, path[Math.max(0, Math.min(path.length - 1, placeOnPath(board) + steps + beside))]);
}

export function setStep(board, index) {
  const last = board.spec.frames.length - 1, next = Math.max(0, Math.min(last, index)), toPython = {};
  if (next === board.index) return;
  board.index = next;
  forget(board);
  if (board.lent) {
    board.head = toPython.head = null;
    board.lent = false;
  }
  const cell = carried(board);
  if (!sameCell(cell, board.cell)) board.cell = toPython.cell = cell;
  changed(board, { what: "step", toPython: { ...toPython, step: frameOf(board).key }, wait: STEP_PAUSE, moves: true });
}

/** Other pictures: what the pointer rests on now it did not point at. */
function forget(board) {
  board.hover = null;
  board.typed = "";
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
  const match = steps.find(([frame]) => frame.pictures.at(-1) === name) ?? steps.find(([f]) => f.pictures.includes(name));
  if (match) setStep(board, match[1]);
}

/** From the frame that stands for a layer to the first of its own. */
export function unfold(board) {
  const { frames } = board.spec, { key } = frameOf(board);
  setStep(board, frames.findIndex((frame) => frame.folded === key && !isSheet(frame)));
}

export function setCell(board, cell, wait = 0) {
  if (sameCell(cell, board.cell)) return;
  board.cell = cell;
  board.typed = ""; // it was meant for the cell before
  changed(board, { what: "cell", toPython: { cell }, wait });
}

export function setHead(board, head) {
  const toPython = {};
  if (head === board.head) return;
  board.head = toPython.head = head;
  forget(board);
  if (board.cell && board.cell.panel !== null && head !== null && board.cell.panel !== head) {
    board.cell = toPython.cell = existing(board, { ...board.cell, panel: head });
  }
  changed(board, { what: "head", toPython, moves: true });
}

const sameWord = (a, b) => a === b || Boolean(a && b && a.stream === b.stream && a.index === b.index);

/** Follow a word; the word that is already followed, or null, lets it go. */
export function setFollow(board, follow) {
  board.follow = follow && sameWord(board.follow, follow) ? null : follow;
  changed(board, { what: "follow", toPython: { follow: board.follow } });
}

/** Another value in a cell, within the picture's scale, of a share up to 1; `reportEdit` tells once the hand rests. */
export function setEdit(board, cell, value) {
  const picture = board.spec.byName.get(cell.picture), low = picture.scale === "diverging" ? -picture.limit : 0;
  const high = picture.scale === "sequential" ? Math.max(1, picture.limit) : picture.limit;
  const bounded = Math.max(low, Math.min(high, value));
  picture.edits.set(cellOffset(picture, panelOf(cell), cell.row, cell.column), bounded);
  for (const drawn of [picture, picture.other]) {  // the other: turned, as the right factor of a product stands
    drawn?.images.clear();
    if (drawn) drawn.glyphs = null;
  }
  changed(board, { what: "edit" });
}

export function reportEdit(board, cell) {
  const picture = board.spec.byName.get(cell.picture), value = valueAt(picture, panelOf(cell), cell.row, cell.column);
  board.edits = Math.max(Date.now(), board.edits + 1);
  changed(board, { what: "edited", toPython: { edit: { ...cell, value, serial: board.edits } } });
}

// ---- Python's changes ----------------------------------------------------------------------------------------

/** A payload: stay as near as possible to what was being looked at. False for the one that is here already. */
export function takeSpec(board, message) {
  if (message.version === board.spec?.version) return false;
  const key = board.spec && frameOf(board).key, spec = (board.spec = openPictures(message)), toPython = {};
  board.plans.clear();
  board.index = Math.max(0, spec.frames.findIndex((frame) => frame.key === key));
  board.hover = null;
  const cell = existing(board, board.cell);
  if (!sameCell(cell, board.cell)) board.cell = toPython.cell = cell;
  if (board.started && frameOf(board).key !== key) toPython.step = frameOf(board).key;
  changed(board, { what: "spec", toPython });
  return true;
}

/** How the board is set up, where it starts, and commands to move. */
export function obey(board, { words, start, command, serial, ...options }) {
  const setup = JSON.stringify([words, options]);
  const fresh = serial !== 0 && serial !== board.serial, orders = board.started ? fresh && command : start;
  const { follow = board.named } = start; // of a sheet it says nothing
  const renamed = !orders && !sameWord(follow, board.named) && sameWord(board.follow, board.named);
  const other = Boolean(setup !== board.setup || orders || renamed);
  Object.assign(board, { words, options, setup, started: true, serial: fresh ? serial : board.serial });
  if (orders) place(board, orders);
  if (renamed) place(board, { follow }); // another sentence, another word at first; but the reader's own choice stays
  board.named = follow;
  const now = { step: frameOf(board).key, cell: board.cell, head: board.head, follow: board.follow };
  const toPython = fresh ? Object.fromEntries(Object.keys(command).map((name) => [name, now[name]]).concat([["serial", serial]])) : {};
  const moves = orders?.step !== undefined || orders?.head !== undefined;
  changed(board, { what: "setup", toPython, fresh: other, moves });
}

function place(board, { step, cell, head, follow }) {
  if (step !== undefined) board.index = Math.max(0, board.spec.frames.findIndex((frame) => frame.key === step));
  if (cell !== undefined) board.cell = existing(board, cell);
  if (head !== undefined) {
    board.head = head;
    board.lent = head !== null; // a link's, or that of an answer: the next step gives it back
  }
  if (follow !== undefined) board.follow = follow;
  forget(board);
}
