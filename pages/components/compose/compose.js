// Things in a frame: drag, pull a corner, or use the keys; the browser moves first and reports after.
import { drawFrame, said } from "./frame.js";
import { drawTools } from "./tools.js";

const LEFT = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const MOST_UNDONE = 100;
const clamp = (n, low, high) => Math.max(low, Math.min(high, n));

const isFixed = ({ data }) => data.size[0] === data.size[1];
const text = (view) => JSON.stringify(view.things);

/** Whether another thing has the place already, where things have places. */
function taken(view, x, y, index) {
  return isFixed(view) && view.things.some((one, i) => i !== index && one.x === x && one.y === y);
}

/** A thing's new box, kept inside the frame and within the sizes; nothing where its place is taken. */
function put(view, index, box) {
  const { side, size } = view.data, thing = view.things[index];
  const width = clamp(box.width, size[0], Math.min(size[1], side)), height = clamp(box.height, size[0], Math.min(size[1], side));
  const x = clamp(box.x, 0, side - width), y = clamp(box.y, 0, side - height);
  if (!taken(view, x, y, index)) view.things[index] = { ...thing, x, y, width, height };
}

/** Remember how things were before a change, so that it can be undone. */
export function remember(view, before = text(view)) {
  if (before !== view.history.at(-1)) view.history = [...view.history.slice(-MOST_UNDONE), before];
}

export function add(view, kind, at = null) {
  const { side, size, count, frames } = view.data;
  if (view.things.length >= count[1]) return;
  remember(view);
  const wide = clamp(Math.round(side / 4), ...size), middle = Math.floor((side - wide) / 2);
  let [x, y] = at ?? [middle, middle];
  for (let i = 0; i < side * side && (taken(view, x, y, -1) || (!at && !frames && crowded(view, x, y, wide))); i += 1) {
    [x, y] = [(7 * i + 3) % (side - wide + 1), (5 * i + (i >> 3)) % (side - wide + 1)];
  }
  view.things.push({ kind, colour: view.colour, x, y, width: wide, height: wide });
  view.chosen = view.things.length - 1;
  changed(view, true);
}

function crowded(view, x, y, wide) {
  return view.things.some((one) => x < one.x + one.width && one.x < x + wide && y < one.y + one.height && one.y < y + wide);
}

export function remove(view, index = view.chosen) {
  if (index === null || view.things.length <= view.data.count[0]) return;
  remember(view);
  view.things.splice(index, 1);
  view.chosen = view.things.length ? Math.min(index, view.things.length - 1) : null;
  changed(view, true);
}

export function undo(view) {
  const before = view.history.pop();
  if (before === undefined) return;
  view.things = JSON.parse(before);
  view.chosen = view.things.length ? Math.min(view.chosen ?? 0, view.things.length - 1) : null;
  changed(view, false);
}

/** A colour for what comes next, and for the chosen thing. */
export function paint(view, colour) {
  view.colour = colour;
  if (view.chosen !== null && view.things[view.chosen].colour !== colour) {
    remember(view);
    view.things[view.chosen] = { ...view.things[view.chosen], colour };
    changed(view, false);
  } else draw(view);
}

export function choose(view, index) {
  view.chosen = index;
  if (index !== null) view.colour = view.things[index].colour;
}

function changed(view, focus) {
  draw(view);
  if (focus && view.chosen !== null) view.svg.querySelector(`[data-index="${view.chosen}"]`)?.focus();
  report(view);
}

/** One report for what happened within a moment. */
function report(view) {
  view.serial += 1;
  view.sending ??= setTimeout(() => {
    view.sending = null;
    view.send("things", { things: view.things, serial: view.serial });
  }, 100);
}

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

export function draw(view) {
  drawTools(view);
  drawFrame(view);
  view.said.textContent = said(view);
}

function create(parent) {
  const root = document.createElement("div"), view = { root, things: [], history: [], chosen: null, serial: 0, drag: null };
  root.className = "compose";
  view.tools = Object.assign(document.createElement("div"), { className: "tools" });
  view.svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  view.said = Object.assign(document.createElement("div"), { className: "said" });
  view.said.ariaLive = "polite";
  root.append(view.tools, view.svg, view.said);
  parent.append(root);
  const heard = { pointerdown: pressed, pointermove: moved, pointerup: dropped, pointercancel: dropped };
  Object.entries(heard).forEach(([name, hear]) => view.svg.addEventListener(name, (event) => hear(view, event)));
  root.addEventListener("keydown", (event) => typed(view, event));
  return view;
}

export default function ({ data, parentElement, setStateValue }) {
  if (!data?.things) return;  // a mount may come before its data
  const view = (parentElement.compose ??= create(parentElement));
  Object.assign(view, { data, send: setStateValue });
  view.colour ??= data.colours[0].name;
  if (view.drag) return;
  if (data.serial >= view.serial) {
    if (view.things.length && text(view) !== JSON.stringify(data.things)) remember(view);
    Object.assign(view, { things: data.things.map((one) => ({ ...one })), serial: data.serial });
    if (view.chosen !== null && view.chosen >= view.things.length) view.chosen = null;
  }
  draw(view);
}
