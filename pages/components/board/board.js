// The board's DOM and its life.

import { keepAddress, leaveAddress } from "./address.js";
import { connectBar, createBar, dress } from "./bar.js";
import { readTheme } from "./colours.js";
import { make } from "./dom.js";
import { listen } from "./keys.js";
import { drop } from "./motion.js";
import { openPictures, unpack } from "./payload.js";
import { point } from "./pointer.js";
import { existing, frameOf, obey, report, setCell } from "./report.js";
import { paintTable } from "./table.js";
import { repaint, resized } from "./view.js";

function createBoard(parent) {
  const canvas = make("canvas", { className: "pictures", tabIndex: 0, role: "application" });
  const overlay = make("canvas", { className: "overlay" }), menus = make("div", { className: "menus" });
  const tip = make("div", { className: "tip", hidden: true }), probe = make("span", { hidden: true });
  const menu = make("div", { className: "menu", hidden: true, role: "menu" });
  const stage = make("div", { className: "stage" }, canvas, overlay, menus, tip, menu);
  const bar = createBar(), table = make("div", { className: "table", hidden: true });
  const live = make("div", { className: "live", ariaLive: "polite" });
  const root = make("div", { className: "board" }, bar.node, stage, table, live, probe);
  overlay.ariaHidden = tip.ariaHidden = "true";
  const stop = new AbortController();
  const board = {
    root, probe, stage, canvas, overlay, menus, menu, tip, table, live, bar, stop, signal: stop.signal,
    spec: null, index: 0, cell: null, head: null, follow: null, hover: null, motion: null,
     words: {}, options: {}, outbox: new Map(),
    plans: new Map(), turn: 0, typed: "", counters: { step: 0, steps: 0, paints: 0, lastPaintMs: 0, reports: 0 },
  };
  parent.append(root);
  connectBar(board);
  listen(board);
  point(board);
  board.resizing = new ResizeObserver(() => resized(board));
  board.resizing.observe(stage);
  window.addEventListener("resize", () => resized(board), { signal: board.signal });
  return board;
}

/** New bytes: open them, and stay as near as possible to what was being looked at. */
function receive(board, bytes) {
  const spec = unpack(bytes);
  if (spec.version !== board.spec?.version) {
    const key = board.spec && frameOf(board).key;
    board.spec = openPictures(spec);
    board.plans.clear();
    board.index = Math.max(0, spec.frames.findIndex((frame) => frame.key === key));
    board.hover = null;
    setCell(board, existing(board, board.cell));
    if (board.started) {
      if (frameOf(board).key !== key) report(board, "step", frameOf(board).key, 0);
      dress(board);
    }
    paintTable(board);
    repaint(board);
  } else if (readTheme(board.probe, board.theme) !== board.theme) repaint(board);
  if (board.key !== spec.key) {
    board.key = spec.key;
    keepAddress(board);
    const slot = ((window.__boards ??= {})[spec.key] ??= {});
    Object.assign(slot, { board, obey: (control) => obey(board, control) });
    if (slot.control) obey(board, slot.control);
  }
}

function dispose(board, parent) {
  board.stop.abort();
  board.resizing.disconnect();
  drop(board);
  leaveAddress(board);
  for (const timer of ["sending", "addressing", "announcing", "wheeling"]) clearTimeout(board[timer]);
  clearTimeout(board.playing);
  const slot = window.__boards?.[board.key];
  if (slot?.board === board) {
    delete slot.board;
    delete slot.obey;
  }
  board.root.remove();
  delete parent.board;
}

export default function ({ data, parentElement, setStateValue }) {
  const board = (parentElement.board ??= createBoard(parentElement)), turn = ++board.turn;
  board.send = setStateValue;
  receive(board, data);
  return () => {
    if (board.turn === turn) dispose(board, parentElement);
  };
}
