// Playing: a step waits as long as its text needs, at the speed that the reader chose.

import { isStill } from "./dom.js";
import { changed, frameOf, pathOf, placeOnPath, setStep, walkBy } from "./store.js";

const SPEEDS = [1, 2, 0.5];

export function togglePlay(board) {
  const play = !board.playing, path = pathOf(board);
  clearTimeout(board.playing);
  board.playing = null;
  if (play) {
    if (placeOnPath(board) === path.length - 1) setStep(board, path[0]);
    wait(board);
  }
  changed(board, { what: "play" });
}

function wait(board) {
  const slow = isStill() ? 2 : 1;
  clearTimeout(board.playing);
  board.playing = setTimeout(() => {
    walkBy(board, 1);
    if (placeOnPath(board) === pathOf(board).length - 1) togglePlay(board);
    else wait(board);
  }, (slow * frameOf(board).pause) / board.speed);
}

/** A step that is waiting begins to wait anew: after a step by hand, or at another speed. */
export const waitAnew = (board) => board.playing && wait(board);

/** The next speed. */
export function changeSpeed(board) {
  board.speed = SPEEDS[(SPEEDS.indexOf(board.speed) + 1) % SPEEDS.length];
  waitAnew(board);
  changed(board, { what: "play" });
}
