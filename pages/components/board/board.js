// The board as a component: its DOM, and who listens to its state.

import { keep, leave } from "../history.js";
import { connect, disconnect, mount } from "../mount.js";
import { connectBar, createBar } from "./bar.js";
import { make } from "./dom.js";
import { connectHeads, createHeads } from "./heads.js";
import { listen } from "./keys.js";
import { drop } from "./motion.js";
import { unpack } from "./payload.js";
import { point } from "./pointer.js";
import { reportChanges } from "./report.js";
import { createState, obey, takeSpec } from "./store.js";
import { rethemed, resized, showChanges } from "./view.js";

function create(place, _, signal) {
  const canvas = make("canvas", { className: "pictures", tabIndex: 0, role: "application" });
  const overlay = make("canvas", { className: "overlay" }), menus = make("div", { className: "menus" });
  const tip = make("div", { className: "tip", hidden: true }), probe = make("span", { hidden: true });
  const menu = make("div", { className: "menu", hidden: true, role: "menu" });
  const stage = make("div", { className: "stage" }, canvas, overlay, menus, tip, menu);
  const bar = createBar(), heads = createHeads(), table = make("div", { className: "table", hidden: true });
  const live = make("div", { className: "live", ariaLive: "polite" });
  const root = make("div", { className: "board" }, bar.node, stage, heads.node, table, live, probe);
  overlay.ariaHidden = tip.ariaHidden = "true";
  const board = Object.seal({
    ...createState(), root, probe, stage, canvas, overlay, menus, menu, tip, table, live, bar, heads, signal,
    resizing: new ResizeObserver(() => resized(board)),
  });
  place.append(root);
  reportChanges(board);
  showChanges(board);
  connectBar(board);
  connectHeads(board);
  listen(board);
  point(board);
  board.resizing.observe(stage);
  window.addEventListener("resize", () => resized(board), { signal });
  return board;
}

function update(board, bytes) {
  const message = unpack(bytes);
  if (!takeSpec(board, message)) rethemed(board);
  if (board.key === message.key) return;
  board.key = message.key;
  connect(board, "__boards", board.key, ({ address, registry, key, ...control }) => {
    obey(board, control);
    if (address) keep(board, address);
  });
}

function end(board) {
  board.resizing.disconnect();
  drop(board);
  leave(board);
  for (const timer of ["sending", "announcing", "wheeling", "playing"]) clearTimeout(board[timer]);
  disconnect(board, "__boards", board.key);
}

export default mount({ create, update, end });
