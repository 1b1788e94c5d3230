// The pointer: hover, click, drag, wheel.

import { swiped } from "./heads.js";
import { toggleHelp } from "./help.js";
import { closeMenu } from "./menu.js";
import { finish } from "./motion.js";
import { announce, hit, paintOverlay, showTip } from "./overlay.js";
import { panelOf, valueAt } from "./payload.js";
import { frameOf, openStepOf, reportEdit, sameCell, setCell, setEdit, setFollow, setHead } from "./store.js";

// After a click on a choice of these, the keyboard goes back to the board; whoever uses keys stays in it.
const CHOICES = "[data-testid=stButtonGroup], [data-testid=stSegmentedControl], [role=radiogroup]";

export function point(board) {
  const { canvas, menus, menu, signal } = board;
  const on = (target, name, act, more) => target.addEventListener(name, act, { signal, ...more });
  on(window, "pointerdown", (event) => {
    const path = event.composedPath();
    if (!path.includes(menus) && !path.includes(menu)) closeMenu(board);
    if (!path.includes(board.bar.help.node)) toggleHelp(board, false);
  });
  on(window, "click", (event) => {
    const chosen = event.detail > 0 && event.composedPath().some((node) => node.matches?.(CHOICES));
    if (chosen && board.options.stepper) setTimeout(() => canvas.focus({ preventScroll: true }), 50);
  }, { capture: true });
  on(canvas, "pointermove", (event) => onMove(board, event));
  on(canvas, "pointerleave", () => setHover(board, null));
  on(canvas, "pointerdown", (event) => onDown(board, event));
  on(canvas, "pointerup", (event) => onUp(board, event));
  on(canvas, "pointercancel", () => (board.drag = board.touched = null));
  on(canvas, "wheel", (event) => onWheel(board, event), { passive: false });
  on(canvas, "blur", () => (board.typed = ""));
}

const underPointer = (board, event) => board.layout && hit(board.layout, event.offsetX, event.offsetY);

export function setHover(board, cell, x = 0, y = 0) {
  const changed = !sameCell(cell, board.hover);
  board.hover = cell;
  if (changed) {
    paintOverlay(board);
    announce(board, cell, 250);
  }
  showTip(board, x, y);
}

/** After a key the pointer rests: the browser tells of it again, but it means the picture that is gone. */
function isResting(board, { screenX, screenY }) {
  const place = `${screenX},${screenY}`, resting = place === board.rest;
  board.pointer = place;
  if (!resting) board.rest = null;
  return resting;
}

function onMove(board, event) {
  if (board.drag) return onDrag(board, event);
  if (isResting(board, event)) return;
  const pointed = underPointer(board, event), { canvas } = board;
  const enlarges = pointed?.enlarge !== undefined;
  const onCell = pointed?.cell ? (isEditable(board, pointed.cell) ? "ns-resize" : "crosshair") : "";
  const opens = frameOf(board).arrangement === "sheet" && pointed?.box, follows = streamOf(pointed?.label);
  canvas.style.cursor = opens || follows ? "pointer" : enlarges ? "zoom-in" : onCell;
  canvas.title = enlarges ? (pointed.enlarge === null ? board.words.all_panels : board.words.enlarge) : pointed?.name ?? "";
  setHover(board, pointed?.cell ?? null, event.offsetX, event.offsetY);
}

/** The stream and the index that a label names, or null. */
const streamOf = (label) => (label?.stream ? { stream: label.stream, index: label.index } : null);

export const isEditable = (board, cell) =>
  cell && board.options.editable === cell.picture && board.spec.byName.get(cell.picture).bits;

function onDown(board, event) {
  finish(board);
  board.touched = { x: event.clientX, y: event.clientY };
  const pointed = underPointer(board, event);
  if (event.button !== 0 || !pointed) return;
  if (frameOf(board).arrangement === "sheet" && pointed.box) return openStepOf(board, pointed.box.picture.name);
  if (streamOf(pointed.label)) return setFollow(board, streamOf(pointed.label));
  if (pointed.enlarge !== undefined) return setHead(board, pointed.enlarge === board.head ? null : pointed.enlarge);
  if (!pointed.cell) return;
  const picture = board.spec.byName.get(pointed.cell.picture);
  const value = valueAt(picture, panelOf(pointed.cell), pointed.cell.row, pointed.cell.column);
  board.drag = { cell: pointed.cell, y: event.clientY, value: Number.isFinite(value) ? value : 0, moved: false };
  if (isEditable(board, pointed.cell)) board.canvas.setPointerCapture(event.pointerId);
}

/** 200 pixels up are the whole scale. */
function onDrag(board, event) {
  const { drag } = board, up = drag.y - event.clientY;
  if (!isEditable(board, drag.cell) || (!drag.moved && Math.abs(up) < 4)) return;
  drag.moved = true;
  const { scale, limit } = board.spec.byName.get(drag.cell.picture);
  setEdit(board, drag.cell, drag.value + (up / 200) * limit * (scale === "diverging" ? 2 : 1));
  board.hover = drag.cell;
  paintOverlay(board);
  showTip(board, event.offsetX, event.offsetY);
}

function onUp(board, event) {
  const { drag, touched } = board;
  board.drag = board.touched = null;
  if (touched && !drag?.moved && swiped(board, touched, event)) return;
  if (!drag) return;
  if (drag.moved) return reportEdit(board, drag.cell);
  const pointed = underPointer(board, event);
  if (pointed?.cell && sameCell(pointed.cell, drag.cell)) setCell(board, pointed.cell);
}

/** The wheel changes the selected cell only; elsewhere it scrolls the page. */
function onWheel(board, event) {
  const pointed = underPointer(board, event);
  if (!isEditable(board, pointed?.cell) || !sameCell(pointed.cell, board.cell)) return;
  event.preventDefault();
  const picture = board.spec.byName.get(pointed.cell.picture);
  const value = valueAt(picture, panelOf(pointed.cell), pointed.cell.row, pointed.cell.column);
  setEdit(board, pointed.cell, (Number.isFinite(value) ? value : 0) - Math.sign(event.deltaY) * 0.02 * picture.limit);
  clearTimeout(board.wheeling);
  board.wheeling = setTimeout(() => reportEdit(board, pointed.cell), 200);
  showTip(board, event.offsetX, event.offsetY);
}
