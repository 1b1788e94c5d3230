// Of the texts that Python has drawn, the one of the frame where the board is: shown when a key has moved it, before the
// script has followed. What is drawn below them (the open cell, the ways on) belongs to the frame of the last run.
// data: { board: its key, now: the frame of this run, held: the frame of each place }

import { frameOf } from "../board/store.js";
import { meet, mount, part } from "../mount.js";

function create() {
  return { root: document.createElement("span"), data: null, board: null };
}

function update(view, data) {
  view.data = data;
  meet(view, "__boards", data.board, (board) => {
    view.board = board;
    const follow = () => view.board === board && show(view);
    // a key's picture first: a text with formulas takes as long to lay out as the picture to paint
    board.subscribers.push(({ what }) => (what === "step" ? requestAnimationFrame(() => setTimeout(follow)) : follow()));
    show(view);
  });
  show(view);
}

function show({ board, data: { now, held } }) {
  const here = board?.started ? frameOf(board).key : now, place = held.indexOf(here);
  const shown = String(place < 0 ? held.indexOf(now) : place), told = document.querySelector(".st-key-told");
  if (!told) return; // the page is being left
  if (told.dataset.text !== shown) told.scrollTop = 0;
  told.dataset.text = shown;
  told.toggleAttribute("data-ahead", here !== now);
}

function end(view) {
  view.board = null;
  part(view, "__boards", view.data.board);
}

export default mount({ create, update, end });
