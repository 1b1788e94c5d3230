// All heads of all layers as thumbnails, the chosen one's ribbons over the words, and what would come next.
// data: u32 length, JSON { sites, says, following, words, site, head, row, chosen_row }, then u8 thumbnails, head after head (derived.py)

import { make } from "../board/dom.js";
import { percent } from "../board/numbers.js";
import { mount } from "../mount.js";
import { layout, headAt } from "./layout.js";
import { paintGrid, titleFont, tones } from "./paint.js";
import { ribbons } from "./ribbons.js";

const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The spec, with each site's thumbnails as a view of the message's bytes. */
function unpacked(data) {
  const bytes = data instanceof Uint8Array ? data : new Uint8Array(data);
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const spec = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  let at = 4 + length;
  for (const site of spec.sites) {
    const size = site.drawn[0] * site.drawn[1];
    site.weights = Array.from({ length: site.heads }, (_, head) => bytes.subarray(at + head * size, at + (head + 1) * size));
    at += site.heads * size;
  }
  return spec;
}

const place = ({ words }, site, head) =>
  words.place.replace("{column}", words[site.column] ?? site.column).replace("{word}", words[site.word] ?? site.word)
    .replace("{layer}", site.layer).replace("{head}", head + 1);

/** The numbers beside the picture: what comes next, and how many heads do what. */
function aside(view) {
  const { spec: { after, following, sites, words }, side, colours } = view, rows = [];
  if (following.length) rows.push(make("h4", { textContent: words.following.replace("{word}", after) }));
  following.forEach(([word, share], i) => {
    const bar = make("i"), row = make("div", { className: i ? "next" : "next first" }, bar, make("span", { textContent: word }),
      make("b", { textContent: percent(share) }));
    bar.style.width = `${Math.max(1, 100 * share)}%`;
    rows.push(row);
  });
  const counted = new Map();
  for (const site of sites) for (const kind of site.kinds) if (kind) counted.set(kind, (counted.get(kind) ?? 0) + 1);
  if (counted.size) rows.push(make("h4", { textContent: words.kinds }));
  for (const [kind, count] of counted) {
    const swatch = make("i", { className: "swatch" });
    swatch.style.background = colours.css(kind);
    rows.push(make("div", { className: "kind" }, swatch, make("span", { textContent: words[`kind_${kind}`] ?? kind }),
      make("b", { textContent: count })));
  }
  if (counted.size) rows.push(make("p", { textContent: words.kinds_measured }));
  side.replaceChildren(...rows);
  side.hidden = !rows.length;
}

/** What each layer would say, under its column. */
function sayings(view) {
  const { spec: { says, words }, plan, under, root } = view;
  under.hidden = !says.length;
  if (!says.length) return;
  const bars = says.map(([word, share], i) => {
    const column = plan.groups.at(-1).columns[i], bar = make("i"), node = make("div", {}, bar, make("span", { textContent: word }));
    bar.style.height = `${4 + 36 * share}px`;
    node.style.cssText = `left: ${column.left}px; width: ${plan.cell}px`;
    node.className = word === says.at(-1)[0] && i === says.length - 1 ? "last" : "";
    node.title = `${words.layer} ${i + 1}: ${word} ${percent(share)}`;
    return node;
  });
  under.replaceChildren(make("h4", { textContent: words.says.replace("{word}", view.spec.after) }), make("div", { className: "bars" }, ...bars));
  under.classList.toggle("upright", plan.cell < 36); // a word is wider than its column
  root.style.setProperty("--plan", `${plan.width}px`);
}

function draw(view) {
  const { spec, grid } = view, width = view.main.clientWidth, pen = grid.getContext("2d");
  if (!width || !spec.sites.length) return;
  view.colours = tones(view.host.theme(view.root));
  pen.font = titleFont(view.colours.theme);
  view.plan = layout(spec.sites, width, view.words, (title) => pen.measureText(title).width);
  view.root.classList.toggle("narrow", view.plan.width < 0.5 * view.main.clientWidth); // the ribbons then stand beside
  paintGrid(grid, view);
  sayings(view);
  aside(view);
  chosen(view);
}

/** The chosen head: its frame in the grid, its title, its ribbons. */
function chosen(view) {
  const { spec, site, head, title, below } = view, one = spec.sites[site];
  paintGrid(view.grid, view);
  title.textContent = place(spec, one, head);
  view.hint.textContent = spec.words[one.own ? "hint_own" : "hint_across"];
  view.grid.setAttribute("aria-label", `${spec.words.label}. ${place(spec, one, head)}`);
  ribbons(below, view, one, one.weights[head]);
}

function choose(view, site, head, row = view.row) {
  if (site === view.site && head === view.head && row === view.row) return;
  Object.assign(view, { site, head, row });
  chosen(view);
  tell(view);
}

function tell(view) {
  clearTimeout(view.later);
  view.later = setTimeout(() => view.host.state("chosen", { site: view.site, head: view.head, row: view.row }), 60);
}

/** The neighbouring head, over the columns as they stand on screen. */
function move(view, [across, down]) {
  const { spec: { sites }, site, head } = view;
  if (down) return choose(view, site, Math.min(sites[site].heads - 1, Math.max(0, head + down)));
  const next = Math.min(sites.length - 1, Math.max(0, site + across));
  return choose(view, next, Math.min(head, sites[next].heads - 1));
}

function listen(view, signal) {
  const { grid } = view, at = (event) => headAt(view.plan, event.offsetX, event.offsetY);
  grid.addEventListener("click", (event) => {
    const found = at(event);
    if (!found) return;
    if (found.site === view.site && found.head === view.head) enter(view);
    else choose(view, found.site, found.head);
  }, { signal });
  grid.addEventListener("pointermove", (event) => {
    const found = at(event);
    grid.title = found ? place(view.spec, view.spec.sites[found.site], found.head) : "";
  }, { signal });
  grid.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (MOVES[event.key]) move(view, MOVES[event.key]);
    else if (event.key === "Enter") enter(view);
    else if (event.key === "Escape") choose(view, view.site, view.head, null);
    else if (event.key === "/") view.finder.focus();
    else return;
    event.preventDefault();
    event.stopPropagation(); // a board on the same page steps with these keys
  }, { signal });
  view.finder.addEventListener("change", () => {
    const [layer, head] = view.finder.value.split(/\D+/).map(Number);
    const site = view.spec.sites.findIndex((one) => one.layer === layer);
    if (site >= 0) choose(view, site, Math.min(Math.max(0, (head || 1) - 1), view.spec.sites[site].heads - 1));
    view.grid.focus();
  }, { signal });
}

const enter = (view) => view.host.event("nearer", view.spec.sites[view.site].step);

function create(parent, _, signal) {
  const grid = make("canvas", { className: "grid", tabIndex: 0 }), title = make("h3"), hint = make("p", { className: "hint" });
  const finder = make("input", { className: "finder", type: "text", size: 6 });
  const picture = make("div", { className: "picture" }, grid), under = make("div", { className: "under" });
  const below = make("div", { className: "ribbons" }), side = make("aside"), head = make("div", { className: "head" }, title, finder);
  const grids = make("div", { className: "grids" }, picture, under), one = make("div", { className: "one" }, head, hint, below);
  const view = { grid, title, hint, finder, picture, under, below, side, site: 0, head: 0, row: null };
  grid.setAttribute("role", "application");
  view.main = make("div", { className: "main" }, grids, one);
  view.root = make("div", { className: "head-grid" }, view.main, side);
  parent.append(view.root);
  listen(view, signal);
  view.sized = new ResizeObserver(() => view.spec && draw(view));
  view.sized.observe(view.root);
  view.readFrom = (row) => choose(view, view.site, view.head, row);
  return view;
}

/** Another sentence or model: the same head, where there is one; the row that stands out in it. */
function another(view, rowBefore) {
  const { spec, site, head, row } = view, there = head < spec.sites[site]?.heads;
  Object.assign(view, { ...(there ? {} : { site: 0, head: 0 }), row: spec.row });
  if (site || head || row !== rowBefore) tell(view);
}

function update(view, data) {
  const spec = unpacked(data), before = view.spec, run = ({ sites }) => JSON.stringify(sites.map((s) => [s.step, s.rows]));
  Object.assign(view, { spec, words: spec.words });
  if (!before) Object.assign(view, { site: spec.site, head: spec.head, row: spec.chosen_row });
  else if (run(before) !== run(spec)) another(view, before.row);
  view.finder.placeholder = spec.words.find;
  view.finder.setAttribute("aria-label", spec.words.find_label);
  draw(view);
}

export default mount({ create, update, end: (view) => view.sized.disconnect() });
