// The keyboard.

import { ARROWS, besideCell } from "./arrows.js";
import { isFull, toggleFull } from "./full.js";
import { headsOf } from "./heads.js";
import { toggleHelp } from "./help.js";
import { hasLetters } from "./letters.js";
import { closeMenu } from "./menu.js";
import { showTip } from "./overlay.js";
import { panelOf } from "./payload.js";
import { togglePlay } from "./play.js";
import { toggleTable } from "./table.js";
import { isEditable, setHover } from "./pointer.js";
import { report } from "./report.js";
import {
  CELL_PAUSE, LAYER, existing, frameOf, isSheet, ownIndex, pathOf, picturesOf, reportEdit, setCell, setEdit, setFollow,
  setHead, setStep, unfold, walkBy,
} from "./store.js";

// What keeps its keys to itself.
const BUSY = "input:not([type=checkbox]), textarea, select, iframe, [contenteditable=''], [contenteditable=true], " +
  "[role=slider], [role=combobox], [role=listbox], [role=option], [role=tab], [role=radio], [role=menu], " +
  "[role=menuitem], [role=grid]";

// What lies over the page, and closes with Escape itself: Streamlit's, and a dialog that is open.
const OVER = "[data-testid=stPopoverBody], [role=dialog], [role=listbox]:not(dialog:not([open]) *), dialog[open]";

// What hands the keyboard back to the board with Enter.
const LINE = "input[type=text]:not([role=combobox])";

export function listen(board) {
  window.addEventListener("keydown", (event) => onKey(board, event), { signal: board.signal });
}

function onKey(board, event) {
  const target = event.composedPath()[0], focused = target === board.canvas;
  if (event.key === "Enter" && !event.isComposing && target.matches?.(LINE)) setTimeout(() => target.blur());
  if (event.defaultPrevented || event.altKey || !board.layout) return;
  if (target.isContentEditable || target.matches?.(BUSY)) return;
  if (event.ctrlKey || event.metaKey) return void (event.key === "z" && isOwner(board, target) && undoEdit(event));
  if (event.key.length === 1 && /\p{L}/u.test(event.key) && !(hasLetters() && isHome(board, target))) return;
  const done = (focused && onBoardKey(board, event)) || (isOwner(board, target) && onStepKey(board, event, target));
  if (done) event.preventDefault();
}

/** The button of the switchboard; of the texts in boxes the browser takes back what was typed. */
function undoEdit(event) {
  document.querySelector(".st-key-undo-edits button:enabled")?.click();
  event.preventDefault();
}

/** Letters act only while the board, or nothing at all, has the keyboard. */
const isHome = (board, target) =>
  target === document.body || target === document.documentElement || board.root.contains(target);

/** Of several boards with a stepper the focused one listens, or else the topmost that is not scrolled out of sight. */
function isOwner(board, target) {
  if (!board.options.stepper) return false;
  const others = Object.values(window.__boards ?? {}).map((slot) => slot.view);
  const boards = others.filter((other) => other?.options.stepper && other.root.isConnected);
  const focused = boards.find(({ canvas }) => canvas === target);
  if (focused) return focused === board;
  const place = ({ root }) => root.getBoundingClientRect();
  const seen = boards.filter((other) => place(other).bottom > 0);
  const [first] = (seen.length ? seen : boards).sort((a, b) => place(a).top - place(b).top);
  return first === board;
}

function onBoardKey(board, event) {
  const { key } = event, { cell } = board;
  if (isEditable(board, cell) && onTyping(board, key)) return true;
  if (key === "Escape") return leave(board);
  if (key === "Enter" && !cell && frameOf(board).kind !== LAYER) return selectFirst(board), true;
  if (key === "h") return nextHead(board), true;
  if (!cell || !ARROWS[key]) return false;
  setHover(board, null); // the tip was of the cell before
  setCell(board, besideCell(board, key), CELL_PAUSE);
  return true;
}

/** The first cell of the picture that can be changed, or of the result; from a contact sheet the way leads into its first step. */
function selectFirst(board) {
  if (isSheet(frameOf(board))) return setStep(board, ownIndex(board));  // also beside a tour's path
  const pictures = picturesOf(board);
  const picture = pictures.find(({ name }) => name === board.options.editable) ?? pictures.at(-1);
  const panel = picture.panelled ? board.head ?? 0 : null;
  setCell(board, existing(board, { picture: picture.name, panel, row: 0, column: 0 }));
}

function onTyping(board, key) {
  const { typed } = board;
  if (/^[0-9.]$/.test(key) || (key === "-" && !typed)) board.typed = typed + key;
  else if (key === "Backspace" && typed) board.typed = typed.slice(0, -1);
  else if (key === "Escape" && typed) board.typed = "";
  else if (key === "Enter" && typed) {
    board.typed = "";
    if (!Number.isNaN(Number(typed))) {
      setEdit(board, board.cell, Number(typed));
      reportEdit(board, board.cell);
    }
  } else return false;
  showCellTip(board);
  return true;
}

/** The tooltip beside the selected cell, for typing. */
function showCellTip(board) {
  const box = board.layout.boxes.find(({ picture }) => picture.name === board.cell.picture);
  const panel = box?.panels.find(({ index }) => index === panelOf(board.cell));
  if (!panel) return;
  board.hover = board.cell;
  const x = box.x + panel.x + (board.cell.column + 1) * box.cell.width;
  showTip(board, x, box.y + panel.y + board.cell.row * box.cell.height);
}

function nextHead(board) {
  const count = headsOf(board);
  if (!count) return;
  const next = board.head === null ? 0 : board.head + 1;
  setHead(board, next < count ? next : null);
}

function onStepKey(board, event, target) {
  const { key } = event, path = pathOf(board);
  const elsewhere = target.hasAttribute?.("data-cell") && target !== board.canvas;
  const moves = { n: 1, PageDown: 1, p: -1, PageUp: -1, ...(elsewhere ? {} : { ArrowRight: 1, ArrowLeft: -1 }) };
  if (moves[key]) return walkBy(board, moves[key]), true;
  if (key === "h") return nextHead(board), true;
  if (key === "f" && board.options.fill) return toggleFull(), true;
  if (key === "?") return toggleHelp(board), true;
  if (key === "Escape") return leave(board);
  if (key === "Enter" && frameOf(board).kind === LAYER && !onControl(target)) return unfold(board), true;
  if (key === "Home" || key === "End") return setStep(board, path.at(key === "Home" ? 0 : -1)), true;
  if (key === " " && !onControl(target)) return answerOrGoOn(board), true;
  return false;
}

/** Whether Space and Enter belong to what has the keyboard. */
const onControl = (target) => target.closest?.("button, a, summary, input, [role=button]");

/** On a stage, Space shows the answer to what is asked here, or goes on; elsewhere it plays. */
function answerOrGoOn(board) {
  if (board.options.asks) report(board, "reveal", Date.now());
  else if (board.options.fill && !board.playing) walkBy(board, 1);
  else togglePlay(board);
}

/** Escape leaves one level: help, menu, table, cell, head, followed word, full screen, step, block, layer. */
function leave(board) {
  if (!board.bar.help.card.hidden) toggleHelp(board, false);
  else if (!board.menu.hidden) closeMenu(board);
  else if (board.tabled) toggleTable(board, board.spec.byName.get(board.tabled));
  else if (document.querySelector(OVER)) return false;
  else if (board.cell) setCell(board, null);
  else if (board.head !== null) setHead(board, null);
  else if (board.follow) setFollow(board, null);
  else if (isFull()) toggleFull();
  else if (board.options.fill) goOut(board);
  else return false;
  return true;
}

/** From a step to the contact sheet of its block, to the frame of its layer where it is folded, to the whole. */
function goOut(board) {
  const { frames } = board.spec, frame = frameOf(board), shown = frame.pictures.at(-1);
  if (frame.kind === "machine") return;  // its pictures are those of a block, which is not further out
  const further = [
    frame.arrangement === "sheet" ? -1 : frames.findIndex((one) => isSheet(one) && one.pictures.includes(shown)),
    frames.findIndex(({ key }) => key === frame.folded),
    frames.findIndex(({ kind }) => kind === "machine"),
  ].find((index) => index >= 0);
  if (further !== undefined) setStep(board, further);
}
