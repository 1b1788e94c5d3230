// Telling Python what has changed: paint first, report after; never two reports within STEP_PAUSE.

import { STEP_PAUSE, subscribe } from "./store.js";

export function reportChanges(board) {
  subscribe(board, ({ toPython = {}, wait }) => {
    for (const [name, value] of Object.entries(toPython)) report(board, name, value, wait);
  });
}

/** Hand a value to Python: together with what follows within `wait` milliseconds. */
export function report(board, name, value, wait = 0) {
  board.outbox.set(name, value);
  const rested = performance.now() - board.sent;
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
  for (const [name, value] of entries) board.host.state(name, value);
}
