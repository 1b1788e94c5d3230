// Step, head, cell and the followed word in the address, in place: Back still leads to the page before.
//
// Streamlit writes the whole query string from its own state after any change of a widget in the address. So whoever
// writes the address, the boards of the same page write their part again afterwards.

const boards = new Set();
let writing = false;

for (const name of ["pushState", "replaceState"]) {
  const original = window.history[name];
  window.history[name] = function (...given) {
    original.apply(this, given);
    if (!writing) queueMicrotask(() => boards.forEach(writeAddress));
  };
}

/** From now on this board's part of the address is kept. */
export function keepAddress(board) {
  board.page = window.location.pathname;
  boards.add(board);
}

export const leaveAddress = (board) => boards.delete(board);

export function writeAddress(board) {
  if (!board.options.url || !board.spec || !board.started || window.location.pathname !== board.page) return;
  const address = new URL(window.location.href), { cell, head, follow } = board;
  const panel = cell && cell.panel !== null ? `${cell.panel}.` : "";
  const wanted = {
    step: board.options.stepper ? board.spec.frames[board.index].key : null,
    head: head === null ? null : String(head),
    cell: cell ? `${cell.picture}@${panel}${cell.row}.${cell.column}` : null,
    follow: follow ? `${follow.stream}.${follow.index}` : null,
    ...board.options.address,
  };
  for (const [name, value] of Object.entries(wanted)) {
    if (!value) address.searchParams.delete(name);
    else address.searchParams.set(name, value);
  }
  if (address.href === window.location.href) return;
  writing = true;
  window.history.replaceState(window.history.state, "", address);
  writing = false;
}
