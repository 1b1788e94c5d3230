// Changing what is looked at, and telling Python and the address bar about it: paint first, report after.

const STEP_PAUSE = 50, CELL_PAUSE = 60, URL_PAUSE = 250;

const frameOf = (board) => board.spec.frames[board.index];
const picturesOf = (board, frame = frameOf(board)) => frame.pictures.map((name) => board.spec.byName.get(name));

function sameCell(a, b) {
  return a === b || (a && b && ["picture", "panel", "row", "column"].every((name) => a[name] === b[name]));
}

/** The cell if it exists in the pictures at hand; else nothing. */
function existing(board, cell) {
  const picture = cell && board.spec.byName.get(cell.picture);
  if (!picture || picture.panelled !== (cell.panel !== null)) return null;
  const [panels, rows, columns] = picture.shape;
  return panelOf(cell) < panels && cell.row < rows && cell.column < columns ? cell : null;
}

function setStep(board, index) {
  const last = board.spec.frames.length - 1, next = Math.max(0, Math.min(last, index));
  if (next === board.index) return;
  board.index = next;
  forget(board);
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

function setCell(board, cell, wait = 0) {
  if (sameCell(cell, board.cell)) return;
  board.cell = cell;
  report(board, "cell", cell, wait);
  announce(board, cell, 30);
  if (board.layout) paintOverlay(board);
}

function setHead(board, head) {
  if (head === board.head) return;
  board.head = head;
  forget(board);
  if (board.cell && board.cell.panel !== null && head !== null && board.cell.panel !== head) {
    board.cell = existing(board, { ...board.cell, panel: head });
    report(board, "cell", board.cell, 0);
  }
  report(board, "head", head, 0);
  repaint(board);
  paintTable(board);
}

function setEdit(board, cell, value) {
  const picture = board.spec.byName.get(cell.picture);
  const low = picture.scale === "diverging" ? -picture.limit : 0;
  const bounded = Math.max(low, Math.min(picture.limit, value));
  picture.edits.set(cellOffset(picture, panelOf(cell), cell.row, cell.column), bounded);
  picture.images.clear();
  picture.glyphs = null;
  repaint(board);
  return bounded;
}

function reportEdit(board, cell) {
  const picture = board.spec.byName.get(cell.picture), value = valueAt(picture, panelOf(cell), cell.row, cell.column);
  board.edits = Math.max(Date.now(), (board.edits ?? 0) + 1);
  report(board, "edit", { ...cell, value, serial: board.edits }, 0);
}

/** Hand a value to Python: at once, or together with what follows within `wait` milliseconds. */
function report(board, name, value, wait) {
  board.outbox.set(name, value);
  const rested = performance.now() - (board.sent ?? -Infinity);
  clearTimeout(board.sending);
  if (wait === STEP_PAUSE && rested >= wait) return queueMicrotask(() => flush(board));
  const pause = wait === STEP_PAUSE ? wait - rested : wait;
  board.sending = setTimeout(() => flush(board), Math.max(0, pause));
}

function flush(board) {
  if (!board.outbox.size) return;
  const entries = [...board.outbox];
  board.outbox.clear();
  board.sent = performance.now();
  board.counters.reports += 1;
  for (const [name, value] of entries) board.send(name, value);
  clearTimeout(board.addressing);
  if (board.options.url) board.addressing = setTimeout(() => writeAddress(board), URL_PAUSE);
}

/** Step, head and cell in the address, in place: Back still leads to the page before. */
function writeAddress(board) {
  const address = new URL(window.location.href), { cell, head } = board;
  const panel = cell && cell.panel !== null ? `${cell.panel}.` : "";
  const wanted = {
    step: board.options.stepper ? frameOf(board).key : null,
    head: head === null ? null : String(head),
    cell: cell ? `${cell.picture}@${panel}${cell.row}.${cell.column}` : null,
  };
  for (const [name, value] of Object.entries(wanted)) {
    if (value === null) address.searchParams.delete(name);
    else address.searchParams.set(name, value);
  }
  if (address.href !== window.location.href) window.history.replaceState(window.history.state, "", address);
}

/** Python's word: how the board is set up, where it starts, and commands to move. */
function obey(board, control) {
  const { words, start, command, serial, ...options } = control, setup = JSON.stringify([words, options]);
  const fresh = serial !== 0 && serial !== board.serial, orders = board.started ? fresh && command : start;
  const changed = setup !== board.setup || orders;
  Object.assign(board, { words, options, setup, started: true, serial: fresh ? serial : board.serial });
  if (orders) move(board, orders);
  if (fresh) {
    const now = { step: frameOf(board).key, cell: board.cell, head: board.head };
    for (const name of Object.keys(command)) report(board, name, now[name], 0);
    report(board, "serial", serial, 0);
  }
  if (!changed) return;
  dress(board);
  repaint(board);
}

function move(board, { step, cell, head }) {
  if (step !== undefined) board.index = Math.max(0, board.spec.frames.findIndex((frame) => frame.key === step));
  if (cell !== undefined) board.cell = existing(board, cell);
  if (head !== undefined) board.head = head;
  forget(board);
}
