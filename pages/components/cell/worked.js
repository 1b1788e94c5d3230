// One cell's arithmetic. Text only ever goes in as text.

import { make } from "../board/dom.js";
import { paintPatch } from "../board/patches.js";
import { CanvasPen } from "../board/pens.js";
import { mount } from "../mount.js";

const THUMB = 22; // pixels along a side of a patch's picture

function tint(node, colour) {
  if (colour) node.style.setProperty("--c", colour);
  return node;
}

const written = (pieces) => pieces.map(([text, mark]) => (mark ? make(mark, { textContent: text }) : text));
const letter = (data, i) => tint(make("span", { className: "letter" }, ...written(data.letters[i])), data.colours[i]);

function create(parent, _, signal) {
  const root = make("div", { className: "worked", tabIndex: -1 }), view = { root, parent, waiting: 0, ordered: false };
  parent.append(view.root);
  document.addEventListener("keydown", (event) => pressed(view, event), { signal });
  return view;
}

/** One link at a time: the next is sent when the page has answered, or has had the time to. */
function send(view, link) {
  if (view.waiting || !link) return;
  view.waiting = setTimeout(() => release(view), 2000);
  view.root.classList.add("busy");
  view.host.event("link", link);
}

function release(view) {
  clearTimeout(view.waiting);
  view.waiting = 0;
  view.root.classList.remove("busy");
}

function pressed(view, event) {
  if (event.key !== "b" || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const [target] = event.composedPath();
  if (event.defaultPrevented || target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
  if (!view.data?.follow || !view.root.offsetParent) return;
  event.preventDefault();
  send(view, view.data.follow);
}

function crumbs(view) {
  const { crumbs: path, name, title, where, place, words } = view.data;
  const hint = (...lines) => lines.filter(Boolean).join("\n");
  const list = make("ol", { className: "crumbs", ariaLabel: words.path, hidden: !path.length });
  const item = (child) => list.append(make("li", {}, child));
  const skipped = view.unfolded || path.length < 6 ? 0 : path.length - 4;
  path.forEach(([step, cell, at, called, stands, brief], depth) => {
    if (depth > 0 && depth <= skipped) {
      if (depth > 1) return;
      const more = make("button", { type: "button", textContent: "…" });
      more.title = more.ariaLabel = words.whole_path;
      more.onclick = () => {
        view.unfolded = true;
        const whole = crumbs(view);
        list.replaceWith(whole);
        whole.children[depth].firstChild.focus({ preventScroll: true }); // the first that was folded away
      };
      return item(more);
    }
    const back = make("button", { type: "button", textContent: `${called} ${brief}` });
    back.title = hint(stands, at, step);
    back.onclick = () => send(view, { name: step, cell, depth });
    item(back);
  });
  item(make("span", { textContent: title, title: hint(where, place, name), ariaCurrent: "location" }));
  return list;
}

/** A patch of the picture that the cell's place names. */
function thumb(patch) {
  const canvas = make("canvas", { className: "patch", width: THUMB, height: THUMB, ariaHidden: "true" }), theme = { muted: "#888" };
  paintPatch(new CanvasPen(canvas.getContext("2d"), theme), theme, patch, 1, 1, THUMB - 2);
  return canvas;
}

function head({ data }) {
  const { name, title, where, place, patches, value, word, colour, letter: result } = data;
  const number = make("div", { className: "value" });
  if (result.length) number.append(tint(make("span", { className: "letter" }, ...written(result)), colour), " = ");
  number.append(value);
  const called = make("div", { className: "called" }, tint(make("span", { className: "title", textContent: title }), colour));
  if (where) called.append(make("span", { className: "where", textContent: where }));
  const what = make("div", {}, called, make("div", { className: "place" }, ...patches.map(thumb), place),
    make("div", { className: "name", textContent: name }));
  const node = tint(make("div", { className: "head", ariaLive: "polite" }, what, number), colour);
  if (word) node.append(make("div", { className: "word", textContent: word }));
  return node;
}

function tools(view) {
  const { follow, parts, words } = view.data, bar = make("div", { className: "tools" });
  if (follow) {
    const button = make("button", { type: "button", className: "follow", title: follow.title },
      words.follow, make("kbd", { textContent: "b" }));
    button.onclick = () => send(view, follow);
    bar.append(button);
  }
  if (parts.some(({ rows }) => rows.length > 1)) {
    const group = make("div", { className: "order", role: "group", ariaLabel: words.terms });
    for (const [ordered, text] of [[false, words.by_index], [true, words.largest_first]]) {
      const button = make("button", { type: "button", textContent: text });
      button.ariaPressed = String(view.ordered === ordered);
      button.onclick = () => {
        view.ordered = ordered;
        for (const each of group.children) each.ariaPressed = String(each === button);
        view.lists.forEach((arrange) => arrange());
      };
      group.append(button);
    }
    bar.append(group);
  }
  bar.hidden = !bar.children.length;
  return bar;
}

function chip(view, [index, text, source, cell], single) {
  const { data } = view, { words } = data, [name, step, title] = data.sources[source] ?? [null, false];
  const node = make(step ? "button" : "span", { className: `chip${single ? " single" : ""}` });
  if (step) {
    node.type = "button";
    node.onclick = () => send(view, { name, cell });
    node.ariaLabel = `${text}, ${title}`;
  } else if (name) node.classList.add("learned");
  const place = name && `${name}[${cell.join(", ")}]`;
  node.title = name ? (step ? `${title}\n${place}` : `${place}\n${words.learned}`) : words.constant;
  if (single) node.append(letter(data, index));
  node.append(text);
  return tint(node, data.colours[index]);
}

function bar({ bar: length, value }, zero) {
  const room = length < 0 ? zero : 100 - zero, size = Math.abs(length) * room;
  const fill = make("i", { className: value.includes("∞") ? "endless" : "" });
  fill.style.left = `${length < 0 ? zero - size : zero}%`;
  fill.style.width = `${size}%`;
  return make("div", { className: "bar", ariaHidden: "true" }, fill);
}

function line(view, part, row, zero) {
  const single = part.rows.length < 2, factors = make("span", { className: "factors" });
  row.factors.forEach((factor, i) => {
    if (i) factors.append(make("span", { className: "join", textContent: part.join }));
    factors.append(chip(view, factor, single));
  });
  if (part.maps) factors.append(make("span", { className: "join", textContent: "→" }));
  return make("div", { className: row.own ? "row own" : "row", role: "listitem" },
    make("span", { className: "label", textContent: row.label, title: row.label }), factors, bar(row, zero),
    make("span", { className: "value", textContent: row.value }));
}

function block(view, part, zero) {
  const { data } = view, node = make("div", { className: "part" }), many = part.rows.length > 1;
  if (many) {
    const names = make("span");
    part.letters.forEach((i, n) => names.append(...(n ? [` ${part.join} `] : []), letter(data, i)));
    node.append(make("div", { className: "over" }, make("span", { className: "axis" }, ...written(part.axis)), names));
  }
  const rows = make("div", { className: many ? "rows many" : "rows", role: "list" });
  const lines = part.rows.map((row) => line(view, part, row, zero)), size = (i) => Math.abs(part.rows[i].bar);
  const arrange = () => {
    const order = lines.map((_, i) => i);
    if (view.ordered) order.sort((a, b) => size(b) - size(a) || a - b);
    rows.replaceChildren(...order.map((i) => lines[i]));
  };
  arrange();
  view.lists.push(arrange);
  node.append(rows);
  if (many) {
    node.append(make("div", { className: "sum" }, make("span", { className: "rest", textContent: part.rest }),
      make("span", { className: "total", textContent: `${data.words.sum} ${part.sum}` })));
  }
  return node;
}

function show(view) {
  const { root, data, parent } = view, focused = root.contains(parent.activeElement ?? null);
  const zero = data.parts.some(({ rows }) => rows.some(({ bar: length }) => length < 0)) ? 50 : 0;
  view.lists = [];
  view.unfolded = false;
  const grid = tint(make("div", { className: "grid" }), data.colour);
  grid.append(...data.parts.map((part) => block(view, part, zero)));
  grid.style.setProperty("--zero", `${zero}%`);
  const terms = make("div", { className: "terms", tabIndex: 0, role: "region", ariaLabel: data.words.terms }, grid);
  terms.hidden = !data.parts.length;
  const notes = data.notes.filter(Boolean).map((textContent) => make("p", { className: "note", textContent }));
  root.replaceChildren(crumbs(view), head(view), ...notes, tools(view), terms);
  const own = terms.querySelector(".own");
  if (own) terms.scrollTop = own.offsetTop - terms.offsetTop - 140;
  if (focused) (root.querySelector(".follow") ?? root).focus({ preventScroll: true });
}

function update(view, data) {
  const written = JSON.stringify(data);
  release(view);
  if (view.written === written) return;
  Object.assign(view, { written, data });
  show(view);
}

export default mount({ create, update, end: (view) => clearTimeout(view.waiting) });
