// A drawing of the model that lights the box of a step, and reports a chosen box or a turned switch.

import { make } from "../board/dom.js";
import { connect, disconnect, mount } from "../mount.js";
import { drawColumns } from "./columns.js";
import { drawMemory, drawStrip } from "./strip.js";
import { clamp } from "./svg.js";

/** The whole picture anew: another width, language, or model. */
function draw(view) {
  view.seen = view.root.clientWidth;
  view.font = getComputedStyle(view.root).fontFamily;
  view.boxes = view.chains.flat();
  const focused = view.root.getRootNode().activeElement?.dataset?.box;
  view.drawn?.node.remove();
  view.drawn = view.compact ? drawStrip(view, view.seen || 1200) : drawColumns(view, clamp(view.seen || 300, 280, 560));
  view.root.prepend(view.drawn.node);
  light(view);
  if (focused) view.drawn.nodes.get(focused)?.focus({ preventScroll: true });
}

/** What is lit and what is crossed out: classes only. */
function light(view) {
  const { nodes, wiring, wires, frames, handles } = view.drawn, out = new Set(view.out);
  const order = new Map(view.boxes.map((box, i) => [box.id, i])), now = order.get(view.lit) ?? -1;
  const reached = nodes.has(view.lit) ? view.lit : nodes.keys().next().value;
  for (const [id, node] of nodes) {
    node.classList.toggle("lit", id === view.lit);
    node.classList.toggle("passed", order.get(id) < now);
    node.classList.toggle("out", out.has(id));
    node.setAttribute("tabindex", id === reached ? 0 : -1);
    if (id === view.lit) node.setAttribute("aria-current", "step");
    else node.removeAttribute("aria-current");
    for (const label of node.querySelectorAll("[data-label]"))
      label.classList.toggle("lit", id === view.lit && label.dataset.label === view.label);
  }
  for (const [id, handle] of handles ?? []) {
    handle.setAttribute("aria-checked", String(!out.has(id)));
    handle.tabIndex = id === reached ? 0 : -1;
  }
  for (const { target, node } of wiring) {
    node.setAttribute("class", target === view.lit ? "lit" : order.get(target) < now ? "passed" : "");
    if (target === view.lit) wires.append(node);
  }
  for (const { ids, node } of frames) {
    node.classList.toggle("passed", ids.every((id) => order.get(id) < now));
    node.classList.toggle("now", ids.includes(view.lit));
  }
  if (view.compact) drawMemory(view);
}

const boxAt = (event) => event.composedPath().find((node) => node.dataset?.box)?.dataset.box;

function onKey(view, event) {
  const id = boxAt(event), step = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
  if (!id || event.ctrlKey || event.metaKey || event.altKey) return;
  const ids = [...view.drawn.nodes.keys()];
  if (event.key === "Enter" || event.key === " ") view.host.event("box", id);
  else if (step) view.drawn.nodes.get(ids[ids.indexOf(id) + step])?.focus({ preventScroll: true });
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function create(parent) {
  const root = make("div");
  parent.append(root);
  const view = { root, out: [], lit: null, label: "" };
  root.addEventListener("click", (event) => boxAt(event) && view.host.event("box", boxAt(event)));
  root.addEventListener("keydown", (event) => onKey(view, event));
  view.resizing = new ResizeObserver(() => view.chains && Math.abs(root.clientWidth - view.seen) > 1 && draw(view));
  view.resizing.observe(root);
  return view;
}

/** What is lit comes from the second, small mount (control.js): this one's message stays the same from run to run. */
function obey(view, { lit, label, out }) {
  Object.assign(view, { lit, label, out });
  if (view.compact && lit && !view.drawn.nodes.has(lit)) draw(view);
  else light(view);
}

function update(view, data) {
  const written = JSON.stringify(data);
  if (written !== view.written) {
    Object.assign(view, data, { written });
    view.root.className = data.compact ? "diagram compact" : "diagram";
    draw(view);
  }
  connect(view, "__diagrams", data.key, (control) => obey(view, control));
}

function end(view) {
  view.resizing.disconnect();
  disconnect(view, "__diagrams", view.key);
}

export default mount({ create, update, end });
