// One head at a time, where a phone has room for no more: a line with the way to the one before and the next, and a swipe.

import { isNarrow, make } from "./dom.js";
import { valueAt } from "./payload.js";
import { picturesOf, setHead } from "./store.js";

const REACH = 40; // pixels that a finger runs sideways, and more than it does up or down

/** How many heads the pictures of this step have; 0: none to choose. */
export const headsOf = (board) => Math.max(0, ...picturesOf(board).filter((p) => p.panelled).map((p) => p.shape[0]));

/**
 * The head to show where there is room for one only: that of the answer, if one is shown, or the first that has more
 * than one number to show. (Channels of a convolution can be 0 everywhere behind their ReLU.)
 */
export function leadOf(board) {
  const answered = board.options.haloes?.find(({ panel }) => panel !== null);
  if (answered) return answered.panel;
  const picture = picturesOf(board).findLast((one) => one.panelled && one.bits);
  return picture ? Math.max(0, [...Array(picture.shape[0]).keys()].findIndex((panel) => varies(picture, panel))) : 0;
}

function varies(picture, panel) {
  const [, rows, columns] = picture.shape, first = valueAt(picture, panel, 0, 0);
  for (let i = 1; i < rows * columns; i++) {
    if (valueAt(picture, panel, Math.floor(i / columns), i % columns) !== first) return true;
  }
  return false;
}

const isSingle = (board) => Boolean(board.options.fill) && isNarrow() && headsOf(board) > 1;

function turn(board, by) {
  const count = headsOf(board), now = Math.min(board.head ?? leadOf(board), count - 1);
  setHead(board, (now + by + count) % count);
}

export function createHeads() {
  const [before, next] = ["‹", "›"].map((textContent) => make("button", { type: "button", textContent }));
  const name = make("span", { ariaLive: "polite" });
  return { node: make("div", { className: "one-head", role: "group", hidden: true }, before, name, next), before, name, next };
}

export function connectHeads(board) {
  board.heads.before.onclick = () => turn(board, -1);
  board.heads.next.onclick = () => turn(board, 1);
}

export function dressHeads(board) {
  const { heads, words } = board, single = isSingle(board), count = headsOf(board);
  heads.node.hidden = !single;
  if (!single) return;
  const lead = Math.min(board.head ?? leadOf(board), count - 1);
  heads.name.textContent = `${words.panel} ${lead + 1} / ${count}`;
  heads.node.ariaLabel = words.panel;
  heads.before.ariaLabel = heads.before.title = words.previous_head;
  heads.next.ariaLabel = heads.next.title = words.next_head;
}

/** A finger that ran sideways over the pictures turns to a neighbouring head; whether it did. */
export function swiped(board, { x, y }, event) {
  const right = event.clientX - x, down = event.clientY - y;
  if (event.pointerType !== "touch" || Math.abs(right) < REACH || Math.abs(right) < 1.5 * Math.abs(down) || !isSingle(board)) return false;
  turn(board, right < 0 ? 1 : -1);
  return true;
}
