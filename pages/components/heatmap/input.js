// Pointer and keyboard.

// What keeps its keys to itself.
const BUSY = "input:not([type=checkbox]), textarea, select, iframe, [contenteditable=''], [contenteditable=true], " +
  "[role=slider], [role=combobox], [role=listbox], [role=option], [role=tab], [role=radio], [role=menu], " +
  "[role=menuitem], [role=grid]";

// What Streamlit lays over the page, and closes with Escape itself.
const OVER = "[data-testid=stPopoverBody], [role=dialog], [role=listbox]";

const PLAY_PAUSE = 2000;

// What hands the keyboard back to the board with Enter.
const LINE = "input[type=text]:not([role=combobox])";

function listen(board) {
  const { canvas, menus, menu, signal } = board;
  const on = (target, name, act, more) => target.addEventListener(name, act, { signal, ...more });
  on(window, "keydown", (event) => onKey(board, event));
  on(window, "pointerdown", (event) => {
    const path = event.composedPath();
    if (!path.includes(menus) && !path.includes(menu)) closeMenu(board);
    if (!path.includes(board.bar.help.node)) toggleHelp(board, false);
  });
  on(canvas, "pointermove", (event) => onMove(board, event));
  on(canvas, "pointerleave", () => setHover(board, null));
  on(canvas, "pointerdown", (event) => onDown(board, event));
  on(canvas, "pointerup", (event) => onUp(board, event));
  on(canvas, "pointercancel", () => (board.drag = null));
  on(canvas, "wheel", (event) => onWheel(board, event), { passive: false });
  on(canvas, "blur", () => (board.typed = ""));
}

const underPointer = (board, event) => board.layout && hit(board.layout, event.offsetX, event.offsetY);

function setHover(board, cell, x = 0, y = 0) {
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
  const found = underPointer(board, event), { canvas } = board;
  const enlarges = found?.enlarge !== undefined;
  const onCell = found?.cell ? (isEditable(board, found.cell) ? "ns-resize" : "crosshair") : "";
  canvas.style.cursor = enlarges ? "zoom-in" : onCell;
  canvas.title = enlarges ? (found.enlarge === null ? board.words.all_panels : board.words.enlarge) : "";
  setHover(board, found?.cell ?? null, event.offsetX, event.offsetY);
}

const isEditable = (board, cell) => cell && board.options.editable === cell.picture;

function onDown(board, event) {
  const found = underPointer(board, event);
  if (event.button !== 0 || !found) return;
  if (found.enlarge !== undefined) return setHead(board, found.enlarge);
  if (!found.cell) return;
  const picture = board.spec.byName.get(found.cell.picture);
  const value = valueAt(picture, panelOf(found.cell), found.cell.row, found.cell.column);
  board.drag = { cell: found.cell, y: event.clientY, value: Number.isFinite(value) ? value : 0, moved: false };
  if (isEditable(board, found.cell)) board.canvas.setPointerCapture(event.pointerId);
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
  const { drag } = board;
  board.drag = null;
  if (!drag) return;
  if (drag.moved) return reportEdit(board, drag.cell);
  const found = underPointer(board, event);
  if (found?.cell && sameCell(found.cell, drag.cell)) setCell(board, found.cell);
}

/** The wheel changes the selected cell only; elsewhere it scrolls the page. */
function onWheel(board, event) {
  const found = underPointer(board, event);
  if (!isEditable(board, found?.cell) || !sameCell(found.cell, board.cell)) return;
  event.preventDefault();
  const picture = board.spec.byName.get(found.cell.picture);
  const value = valueAt(picture, panelOf(found.cell), found.cell.row, found.cell.column);
  setEdit(board, found.cell, (Number.isFinite(value) ? value : 0) - Math.sign(event.deltaY) * 0.02 * picture.limit);
  clearTimeout(board.wheeling);
  board.wheeling = setTimeout(() => reportEdit(board, found.cell), 200);
  showTip(board, event.offsetX, event.offsetY);
}

// ---- Keys --------------------------------------------------------------------------------------------------------

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function onKey(board, event) {
  const target = event.composedPath()[0], focused = target === board.canvas;
  if (event.key === "Enter" && !event.isComposing && target.matches?.(LINE)) setTimeout(() => target.blur());
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !board.layout) return;
  if (target.isContentEditable || target.matches?.(BUSY)) return;
  const done = (focused && onBoardKey(board, event)) || (isOwner(board, target) && onStepKey(board, event, target));
  if (done) event.preventDefault();
}

/** Of several boards with a stepper the focused one listens, or else the topmost that is not scrolled out of sight. */
function isOwner(board, target) {
  if (!board.options.stepper) return false;
  const others = Object.values(window.__boards ?? {}).map((slot) => slot.board);
  const boards = others.filter((other) => other?.options.stepper && other.root.isConnected);
  const focused = boards.find(({ canvas }) => canvas === target);
  if (focused) return focused === board;
  const place = ({ root }) => root.getBoundingClientRect();
  const seen = boards.filter((other) => place(other).bottom > 0);
  const first = (seen.length ? seen : boards).reduce((a, b) => (place(b).top < place(a).top ? b : a));
  return first === board;
}

function onBoardKey(board, event) {
  const { key } = event, { cell } = board;
  if (isEditable(board, cell) && onTyping(board, key)) return true;
  if (key === "Escape") return leave(board);
  if (key === "Enter" && !cell) return selectFirst(board), true;
  if (key === "h") return nextHead(board), true;
  if (!cell || !ARROWS[key]) return false;
  const [down, right] = ARROWS[key], [, rows, columns] = board.spec.byName.get(cell.picture).shape;
  const row = Math.max(0, Math.min(rows - 1, cell.row + down));
  const column = Math.max(0, Math.min(columns - 1, cell.column + right));
  setCell(board, { ...cell, row, column }, CELL_PAUSE);
  return true;
}

function selectFirst(board) {
  const picture = picturesOf(board).at(-1);
  const panel = picture.panelled ? board.head ?? 0 : null;
  setCell(board, existing(board, { picture: picture.name, panel, row: 0, column: 0 }));
}

function onTyping(board, key) {
  const typed = board.typed ?? "";
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
  const count = Math.max(0, ...picturesOf(board).filter((p) => p.panelled).map((p) => p.shape[0]));
  if (!count) return;
  const next = board.head === null ? 0 : board.head + 1;
  setHead(board, next < count ? next : null);
}

function onStepKey(board, event, target) {
  const last = board.spec.frames.length - 1, { key } = event;
  const elsewhere = target.hasAttribute?.("data-cell") && target !== board.canvas;
  const moves = { n: 1, PageDown: 1, p: -1, PageUp: -1, ...(elsewhere ? {} : { ArrowRight: 1, ArrowLeft: -1 }) };
  if (moves[key]) return setStep(board, board.index + moves[key]), true;
  if (key === "h") return nextHead(board), true;
  if (key === "?") return toggleHelp(board), true;
  if (key === "Escape") return leave(board);
  if (key === "Home" || key === "End") return setStep(board, key === "Home" ? 0 : last), true;
  if (key === " " && !target.closest?.("button, a, summary, input, [role=button]")) return togglePlay(board), true;
  return false;
}

/** Escape: the help first, then the cell, then the enlarged head; whatever lies over the page goes before. */
function leave(board) {
  if (!board.bar.help.card.hidden) toggleHelp(board, false);
  else if (!board.menu.hidden) closeMenu(board);
  else if (document.querySelector(OVER)) return false;
  else if (board.cell) setCell(board, null);
  else if (board.head !== null) setHead(board, null);
  else return false;
  return true;
}

function togglePlay(board) {
  const pause = window.matchMedia("(prefers-reduced-motion: reduce)").matches ? 2 * PLAY_PAUSE : PLAY_PAUSE;
  const play = !board.playing, last = board.spec.frames.length - 1;
  clearInterval(board.playing);
  board.playing = null;
  if (play) {
    if (board.index === last) setStep(board, 0);
    board.playing = setInterval(() => {
      setStep(board, board.index + 1);
      if (board.index === last) togglePlay(board);
    }, pause);
  }
  dress(board);
}
