// Things in a frame: drag, pull a corner, or use the keys; the browser moves first and reports after.
import { make, svg } from "../board/dom.js";
import { mount } from "../mount.js";
import { drawFrame, said } from "./frame.js";
import { add, changed, choose, clamp, isFixed, put, remember, remove, report, text, undo } from "./things.js";
import { drawTools } from "./tools.js";

const LEFT = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Where an event is, in the frame's units. */
function spot(view, event) {
  const { left, top, width } = view.svg.getBoundingClientRect();
  return [event.clientX - left, event.clientY - top].map((n) => (n / width) * view.data.side);
}

function pressed(view, event) {
  if (event.button !== 0) return;
  const at = spot(view, event), corner = event.target.closest("[data-corner]"), thing = event.target.closest("[data-index]");
  if (!thing && isFixed(view) && view.data.count[0] < view.data.count[1]) {
    add(view, view.data.kinds[0].name, at.map((n) => clamp(Math.floor(n), 0, view.data.side - 1)));
  } else {
    choose(view, thing ? Number(thing.dataset.index) : null);
    draw(view);
  }
  event.preventDefault();
  if (view.chosen === null || (!thing && !isFixed(view))) return;
  view.svg.querySelector(`[data-index="${view.chosen}"]`)?.focus();
  view.svg.setPointerCapture(event.pointerId);
  view.drag = { at, corner: corner?.dataset.corner, from: { ...view.things[view.chosen] }, before: text(view) };
  view.svg.classList.add("dragging");
}

function moved(view, event) {
  if (!view.drag) return;
  const { at, corner, from } = view.drag, now = spot(view, event), [dx, dy] = now.map((n, i) => Math.round(n - at[i]));
  const before = text(view), { size, side } = view.data;
  if (!corner) put(view, view.chosen, { ...from, x: from.x + dx, y: from.y + dy });
  else {
    const [right, low] = [corner.includes("e"), corner.includes("s")];
    const room = [right ? side - from.x : from.x + from.width, low ? side - from.y : from.y + from.height];
    const width = clamp(from.width + (right ? dx : -dx), size[0], Math.min(size[1], room[0]));
    const height = clamp(from.height + (low ? dy : -dy), size[0], Math.min(size[1], room[1]));
    put(view, view.chosen, { x: right ? from.x : from.x + from.width - width,
                             y: low ? from.y : from.y + from.height - height, width, height });
  }
  if (text(view) === before) return;
  draw(view);
  if (view.data.live) report(view);
}

function dropped(view) {
  if (!view.drag) return;
  const { before } = view.drag;
  view.drag = null;
  view.svg.classList.remove("dragging");
  if (before === text(view)) return;
  remember(view, before);
  changed(view, true);
}

function typed(view, event) {
  if (event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    undo(view);
    return;
  }
  const thing = event.target.closest("[data-index]"), step = LEFT[event.key];
  if (!thing || event.ctrlKey || event.metaKey || event.altKey) return;
  const index = Number(thing.dataset.index);
  if (event.key === "Delete" || event.key === "Backspace") remove(view, index);
  else if (step) {
    const { x, y, width, height } = view.things[index], [dx, dy] = step, before = text(view);
    put(view, index, event.shiftKey ? { x, y, width: width + dx, height: height + dy }
      : { x: x + dx, y: y + dy, width, height });
    if (before !== text(view)) {
      remember(view, before);
      changed(view, true);
    }
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

function draw(view) {
  drawTools(view);
  drawFrame(view);
  view.said.textContent = said(view);
}

function create(parent) {
  const tools = make("div", { className: "tools" }), picture = svg("svg");
  const told = make("div", { className: "said", ariaLive: "polite" });
  const root = make("div", { className: "compose" }, tools, picture, told);
  const view = { root, tools, svg: picture, said: told, things: [], history: [], chosen: null, serial: 0, drag: null,
    sending: null, draw: () => draw(view) };
  parent.append(root);
  const heard = { pointerdown: pressed, pointermove: moved, pointerup: dropped, pointercancel: dropped };
  Object.entries(heard).forEach(([name, hear]) => view.svg.addEventListener(name, (event) => hear(view, event)));
  root.addEventListener("keydown", (event) => typed(view, event));
  return view;
}

function update(view, data) {
  if (!data?.things) return;  // a mount may come before its data
  view.data = data;
  view.colour ??= data.colours[0].name;
  if (view.drag) return;
  if (data.serial >= view.serial) {
    if (view.things.length && text(view) !== JSON.stringify(data.things)) remember(view);
    Object.assign(view, { things: data.things.map((one) => ({ ...one })), serial: data.serial });
    if (view.chosen !== null && view.chosen >= view.things.length) view.chosen = null;
  }
  draw(view);
}

export default mount({ create, update });
