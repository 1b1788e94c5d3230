// Chips that can be dragged or moved with the arrow keys. The browser reorders first and reports after.

import { make } from "../board/dom.js";
import { mount } from "../mount.js";

function draw(view) {
  const { words, label } = view.data, focused = view.root.getRootNode().activeElement?.dataset?.index;
  view.root.ariaLabel = label;
  view.root.replaceChildren(...view.order.map((index, place) => {
    const told = { className: index === place ? "" : "moved", ariaLabel: `${words[index]}, ${place + 1} / ${words.length}` };
    const chip = make("button", { type: "button", ...told }, words[index], make("sup", {}, index));
    chip.dataset.index = index;
    return chip;
  }));
  if (focused !== undefined) view.root.querySelector(`[data-index="${focused}"]`)?.focus();
}

function move(view, index, place) {
  const from = view.order.indexOf(index), last = view.order.length - 1, to = Math.max(0, Math.min(last, place));
  if (from < 0 || to === from) return;
  view.order.splice(to, 0, ...view.order.splice(from, 1));
  draw(view);
  view.root.querySelector(`[data-index="${index}"]`)?.focus();
}

/** One report for what happened within a moment. */
function report(view) {
  view.serial += 1;
  clearTimeout(view.sending);
  view.sending = setTimeout(() => view.host.state("order", { order: [...view.order], serial: view.serial }), 120);
}

/** The place whose chip lies under the pointer. */
function placeAt(view, event) {
  return [...view.root.children].findIndex((chip) => {
    const { left, right, top, bottom } = chip.getBoundingClientRect();
    return event.clientX >= left && event.clientX <= right && event.clientY >= top - 4 && event.clientY <= bottom + 4;
  });
}

function listen(view) {
  const { root } = view;
  root.addEventListener("pointerdown", (event) => {
    const chip = event.target.closest("button");
    if (!chip || event.button !== 0) return;
    view.dragged = Number(chip.dataset.index);
    view.before = view.order.join();
    root.setPointerCapture(event.pointerId);
    root.classList.add("dragging");
    chip.focus();
    event.preventDefault();
  });
  root.addEventListener("pointermove", (event) => {
    if (view.dragged === null) return;
    const place = placeAt(view, event);
    if (place >= 0) move(view, view.dragged, place);
  });
  const dropped = () => {
    if (view.dragged === null) return;
    view.dragged = null;
    root.classList.remove("dragging");
    if (view.order.join() !== view.before) report(view);
  };
  root.addEventListener("pointerup", dropped);
  root.addEventListener("pointercancel", dropped);
  root.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    const chip = event.target.closest("button");
    if (!step || !chip || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const index = Number(chip.dataset.index), before = view.order.join();
    move(view, index, view.order.indexOf(index) + step);
    if (view.order.join() !== before) report(view);
  });
}

function create(parent) {
  const view = { root: make("div", { className: "order", role: "group" }), order: [], serial: 0, dragged: null };
  parent.append(view.root);
  listen(view);
  return view;
}

function update(view, data) {
  const others = JSON.stringify(data.words) !== JSON.stringify(view.data?.words);
  view.data = data;
  if (others || data.serial >= view.serial) {
    view.order = [...data.order];
    view.serial = data.serial;
  }
  if (view.dragged === null) draw(view);
}

export default mount({ create, update });
