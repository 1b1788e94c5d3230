// Draws the boxes and wires where places.js lays them; reports a chosen box.

/** A letter with its superscript; then, where there is room, the equations it stands in. */
function drawSymbol(view, [letter, index, equations], x, y, size, { anchor = "start", room = 0 } = {}) {
  const node = svg("text", { class: "symbol", x, y, "text-anchor": anchor, "font-size": size });
  const rise = size * 0.32, small = size * 0.72;
  const add = (text, attributes) => {
    node.append(svg("tspan", attributes));
    node.lastChild.textContent = text;
  };
  add(letter, { class: "letter" });
  add(index, { dy: -rise, "font-size": small });
  if (measure(view, letter + index, size * 0.9) + 4 + measure(view, equations, small) <= room)
    add(equations, { class: "number", dy: index ? rise : 0, dx: 3, "font-size": small });
  return node;
}

/** N0's name for a box's result. */
function drawLabel(view, box, label, ...place) {
  const [text, ...symbol] = label, rect = svg("rect", { rx: 3 });
  const group = svg("g", { class: "label" }, rect, drawSymbol(view, symbol, ...place));
  Object.assign(group.dataset, { box: box.id, label: text });
  return group;
}

function drawText(lines, x, y, size, properties = {}) {
  const node = svg("text", { x, y, "font-size": size, ...properties });
  lines.forEach((line, i) => {
    const part = svg("tspan", { x, dy: i ? size * 1.2 : 0 });
    part.textContent = line.trim();
    node.append(part);
  });
  return node;
}

function drawBox(view, plan, place) {
  const { box, x, y, w, h } = place, { size } = plan, name = view.words[box.word];
  const group = svg("g", { class: `box ${box.kind}`, role: "button", tabindex: -1 });
  group.setAttribute("aria-label", [whereOf(view, box), name, equationsOf(view, box)].filter(Boolean).join(" · "));
  group.dataset.box = box.id;
  group.append(svg("rect", { x, y, width: w, height: h, rx: view.compact ? 4 : 6 }));
  if (view.compact) {
    const [, ...symbol] = box.labels.at(-1), large = clamp(w * 0.4, 11, 14);
    if (w >= 22) group.append(drawSymbol(view, symbol, place.cx, y + 17, large, { anchor: "middle" }));
    return group;
  }
  let left = x, room = w;
  if (box.labels.length > 1) {
    const [, letter, index, equations] = box.labels[0], inward = place.out < 0;
    const symbol = measure(view, letter + index, size * 0.9), number = measure(view, equations, size * 0.72) + 6;
    const taken = symbol + 4 + (measure(view, name, size, 700) + symbol + number + 16 < w ? number : 0);
    group.append(drawLabel(view, box, box.labels[0], inward ? x + w - 5 : x + 5, y + h / 2 + size * 0.4, size,
      { anchor: inward ? "end" : "start", room: taken }));
    room = w - taken;
    left = inward ? x : x + taken;
  }
  const small = Math.min(size, (size * (room - 7)) / measure(view, name, size, 700));
  const lines = box.kind === "norm" ? [name] : wrapped(view, name, w - 6, size, 700);
  const font = box.kind === "norm" ? small : size;
  const first = y + h / 2 + font * 0.35 - ((lines.length - 1) * font * 1.2) / 2;
  group.append(drawText(lines, left + room / 2, first, font, { class: "name", "text-anchor": "middle" }));
  return group;
}

function drawColumnNotes(view, plan) {
  const { size, width, places } = plan, notes = svg("g", { "aria-hidden": "true" });
  for (const { box, x, cx, y, w, h, out } of places.values()) {
    const beside = { anchor: out < 0 ? "start" : "end", room: w / 2 };
    notes.append(drawLabel(view, box, box.labels.at(-1), cx - out * 7, y - 4, size, beside));
    if (box.word !== "cross_attention") continue;
    const left = x - 5 - plan.channel * 0.34, middle = y + h / 2;
    const letters = { K: [left, middle - 10], V: [left, middle + 10 + size * 0.68], Q: [cx + 12, y + h + size * 0.95] };
    for (const [letter, at] of Object.entries(letters))
      notes.append(drawSymbol(view, [letter, "", ""], ...at, size, { anchor: "middle" }));
  }
  for (const frame of plan.frames) {
    const right = frame.stack === "decoder", at = right ? frame.x + frame.w - 7 : frame.x + 7;
    const text = `${view.words[frame.stack]} ${frame.layer + 1}`, room = { "text-anchor": right ? "end" : "start" };
    notes.append(drawText([text], at, frame.y + size + 1, size * 0.88, { class: "heading", ...room }));
  }
  for (const [id, word] of [["source_embedding", "source"], ["target_embedding", "target"]]) {
    const { cx, y, h } = places.get(id);
    notes.append(...strokes(arrow([[cx, y + h + 16], [cx, y + h]], "up")));
    notes.append(drawText([view.words[word]], cx, y + h + 17 + size, size, { class: "end", "text-anchor": "middle" }));
  }
  return notes;
}

function drawStripNotes(view, plan) {
  const notes = svg("g", { "aria-hidden": "true" });
  for (const [word, y] of [["encoder", 21], ["decoder", 61]])
    notes.append(drawText([view.words[word]], 2, y, plan.size, { class: "heading" }));
  return notes;
}

/** The whole picture anew: another width, language, or number of layers. */
function draw(view) {
  const width = clamp(view.root.clientWidth || 300, 280, view.compact ? 1600 : 560);
  view.font = getComputedStyle(view.root).fontFamily;
  const plan = (view.compact ? placeStrip : placeColumns)(view, width);
  const rx = view.compact ? 6 : 9;
  const frames = plan.frames.map(({ x, y, w, h }) => svg("rect", { class: "frame", x, y, width: w, height: h, rx }));
  view.frames = plan.frames.map(({ ids }, i) => ({ ids, node: frames[i] }));
  view.wiring = view.wires.map((wire) => {
    return { target: wire[1], node: svg("g", {}, ...route(plan, wire, view).flatMap(strokes)) };
  });
  view.wireLayer = svg("g", { "aria-hidden": "true" }, ...view.wiring.map(({ node }) => node));
  const nodes = [...plan.places.values()].map((place) => drawBox(view, plan, place));
  view.nodes = new Map(nodes.map((node) => [node.dataset.box, node]));
  const notes = (view.compact ? drawStripNotes : drawColumnNotes)(view, plan);
  view.card = svg("g", { "aria-hidden": "true" });
  const focused = view.root.getRootNode().activeElement?.dataset?.box;
  const viewBox = `0 0 ${width} ${plan.height}`;
  const picture = svg("svg", { viewBox, role: "group", "aria-label": view.words.diagram },
    ...frames, view.wireLayer, notes, ...nodes, view.card);
  view.picture?.remove();
  view.root.prepend(picture);
  Object.assign(view, { picture, plan, width });
  light(view);
  if (focused) view.nodes.get(focused)?.focus({ preventScroll: true });
}

/** What `lit` changes: classes only. */
function light(view) {
  const order = new Map(view.boxes.map((box, i) => [box.id, i])), now = order.get(view.lit) ?? -1;
  for (const [id, node] of view.nodes) {
    node.classList.toggle("lit", id === view.lit);
    node.classList.toggle("passed", order.get(id) < now);
    node.setAttribute("tabindex", id === view.boxes[Math.max(now, 0)].id ? 0 : -1);
    if (id === view.lit) node.setAttribute("aria-current", "step");
    else node.removeAttribute("aria-current");
  }
  for (const { target, node } of view.wiring) {
    node.setAttribute("class", target === view.lit ? "lit" : order.get(target) < now ? "passed" : "");
    if (order.get(target) <= now) view.wireLayer.append(node);
  }
  for (const { target, node } of view.wiring) if (target === view.lit) view.wireLayer.append(node);
  for (const { ids, node } of view.frames) {
    node.classList.toggle("passed", ids.every((id) => order.get(id) < now));
    node.classList.toggle("now", ids.includes(view.lit));
  }
  lightLabels(view);
  if (!view.compact) drawCard(view);
}

/** The name of exactly this step's result, in its box or above it. */
function lightLabels(view) {
  for (const group of view.picture.querySelectorAll(".label")) {
    const [rect, text] = group.children, on = group.dataset.box === view.lit && group.dataset.label === view.label;
    group.classList.toggle("lit", on);
    if (!on) continue;
    const { x, y, width, height } = text.getBBox();
    set(rect, { x: x - 3, y: y + 1, width: width + 6, height: height - 2 });
  }
}

/** In the free corner over the encoder: where we are, in large type. */
function drawCard(view) {
  const { size, column, frames } = view.plan, box = view.boxes.find(({ id }) => id === view.lit);
  view.card.replaceChildren();
  if (!box || frames.length === 0) return;
  const big = size * 1.18, x = 6, room = column - 8, lines = wrapped(view, view.words[box.word], room, big, 700);
  let y = size + 4;
  if (box.layer !== null) view.card.append(drawText([whereOf(view, box)], x, y, size, { class: "now-where" }));
  y += big * 1.3;
  view.card.append(drawText(lines, x, y, big, { class: "now-name" }));
  y += (lines.length - 1) * big * 1.2 + size * 1.5;
  view.card.append(drawText([equationsOf(view, box)], x, y, size, { class: "now-equations" }));
}

// ---- life ---------------------------------------------------------------------------------------------------------

const boxAt = (view, event) => {
  const id = event.composedPath().find((node) => node.dataset?.box)?.dataset.box;
  return view.boxes.find((box) => box.id === id);
};

function showTip(view, box) {
  view.tip.hidden = !box;
  if (!box) return;
  const small = document.createElement("small"), node = view.nodes.get(box.id).firstChild.getBoundingClientRect();
  small.textContent = [whereOf(view, box), equationsOf(view, box)].filter(Boolean).join(" · ");
  view.tip.replaceChildren(view.words[box.word], small);
  const frame = view.root.getBoundingClientRect(), { offsetWidth, offsetHeight } = view.tip;
  const left = node.left + node.width / 2 - frame.left - offsetWidth / 2;
  const above = node.top - frame.top - offsetHeight - 6;
  view.tip.style.left = `${clamp(left, 0, Math.max(0, frame.width - offsetWidth))}px`;
  view.tip.style.top = `${node.top > offsetHeight + 70 ? above : node.bottom - frame.top + 6}px`;
}

function onKey(view, event) {
  const box = boxAt(view, event), step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
  if (!box || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Enter" || event.key === " ") view.report(box.id);
  else if (step) view.nodes.get(view.boxes[view.boxes.indexOf(box) + step]?.id)?.focus({ preventScroll: true });
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function create(parent) {
  const root = document.createElement("div"), tip = document.createElement("div");
  tip.className = "tip";
  tip.ariaHidden = "true";
  tip.hidden = true;
  root.append(tip);
  parent.append(root);
  const view = { root, tip, turn: 0 };
  root.addEventListener("click", (event) => boxAt(view, event) && view.report(boxAt(view, event).id));
  root.addEventListener("keydown", (event) => onKey(view, event));
  root.addEventListener("pointermove", (event) => showTip(view, boxAt(view, event)));
  root.addEventListener("pointerleave", () => showTip(view, null));
  root.addEventListener("focusin", (event) => {
    if (event.target.matches(":focus-visible")) showTip(view, boxAt(view, event));
  });
  root.addEventListener("focusout", () => showTip(view, null));
  view.resizing = new ResizeObserver(() => view.boxes && Math.abs(root.clientWidth - view.seen) > 1 && redraw(view));
  view.resizing.observe(root);
  return view;
}

function redraw(view) {
  view.seen = view.root.clientWidth;
  draw(view);
}

/** The step to light comes from the second, small mount (lit.js): this one's message stays the same from run to run. */
function connect(view, key) {
  const slot = ((window.__diagrams ??= {})[key] ??= {});
  view.slot = slot;
  slot.obey = ({ lit, label }) => {
    Object.assign(view, { lit, label });
    light(view);
  };
  if (slot.step) slot.obey(slot.step);
}

export default function ({ data, parentElement, setTriggerValue }) {
  const view = (parentElement.diagram ??= create(parentElement)), turn = ++view.turn, drawn = JSON.stringify(data);
  view.report = (id) => setTriggerValue("box", id);
  if (drawn !== view.drawn) {
    Object.assign(view, data, { drawn });
    view.root.className = data.compact ? "diagram compact" : "diagram";
    redraw(view);
  }
  connect(view, data.key);
  return () => {
    if (view.turn !== turn) return;
    view.resizing.disconnect();
    view.root.remove();
    delete view.slot.obey;
    delete parentElement.diagram;
  };
}
