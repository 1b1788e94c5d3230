// Parts of a payload that have not come: fetched when a frame lacks them, and ahead of the arrows.

import { openPart } from "./payload.js";
import { pathOf, picturesOf, placeOnPath } from "./report.js";
import { paintTable } from "./table.js";
import { prepareNeighbours, repaint } from "./view.js";

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
  const { spec, signal } = board, asked = (spec.asked ??= new Set());
  if (asked.has(part)) return;
  asked.add(part);
  try {
    const answer = await fetch(new URL(`../../../parts/${spec.version}/${part}`, import.meta.url), { signal });
    if (!answer.ok) throw new Error(`Part ${part} was answered with ${answer.status}.`);
    openPart(spec, part, await answer.arrayBuffer());
  } catch {
    asked.delete(part); // the network may come back: once more, if it is still looked at
    setTimeout(() => !signal.aborted && board.spec === spec && need(board, board.index), AGAIN);
    return;
  }
  if (board.spec === spec && !signal.aborted) arrived(board, part);
}

/** Paint what waited for the part; what did not is made ready. */
function arrived(board, part) {
  paintTable(board);
  if (!board.layout?.boxes?.some(({ picture }) => picture.part === part)) return prepareNeighbours(board);
  if (board.motion) board.motion.then = () => repaint(board);
  else repaint(board);
}
