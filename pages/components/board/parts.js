// Parts of a payload that have not come: fetched when a frame lacks them, and ahead of the arrows.

import { openPart } from "./payload.js";
import { changed, pathOf, picturesOf, placeOnPath } from "./store.js";

// So many places along the path, both ways, are looked ahead: a third of a second of a key held down.
const AHEAD = 10, AGAIN = 2000;

const lacking = (board, index) => picturesOf(board, board.spec.frames[index]).filter(({ bits }) => !bits);

export const isWhole = (board, index) => !lacking(board, index).length;

/** Fetch what a frame lacks. */
export function need(board, index) {
  for (const { part } of lacking(board, index)) fetchPart(board, part);
}

/** Fetch what the frames before and after this one lack, the nearest first. */
export function needAround(board) {
  const path = pathOf(board), place = placeOnPath(board);
  for (let far = 1; far <= AHEAD; far++) {
    for (const index of [path[place + far], path[place - far]]) if (index !== undefined) need(board, index);
  }
}

async function fetchPart(board, part) {
  const { spec, signal } = board;
  if (spec.asked.has(part)) return;
  spec.asked.add(part);
  try {
    openPart(spec, part, await board.host.part(spec.version, part, signal));
  } catch {
    spec.asked.delete(part); // the network may come back: once more, if it is still looked at
    setTimeout(() => !signal.aborted && board.spec === spec && need(board, board.index), AGAIN);
    return;
  }
  if (board.spec === spec && !signal.aborted) changed(board, { what: "part", part });
}
