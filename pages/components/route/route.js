// A way through the pages, a box to tick for each. What was read is kept in this browser, for all ways together.

import { filled, make } from "../board/dom.js";
import { keep, kept } from "../kept.js";
import { mount } from "../mount.js";

const NAME = "attention.read";

/** The pages that were read. */
function read() {
  const found = kept(NAME);
  return new Set(Array.isArray(found) ? found : []);
}

/** What is chosen here goes with it (bar.js). */
const link = ({ title, link }, className = "") => make("a", { href: link, className }, title);
const total = (pages) => pages.reduce((sum, { minutes }) => sum + minutes, 0);

function row(view, page) {
  const { words } = view, box = make("input", { type: "checkbox", checked: view.done.has(page.name),
    ariaLabel: filled(words.tick, { page: page.title }) });
  box.addEventListener("change", () => {
    view.done[box.checked ? "add" : "delete"](page.name);
    keep(NAME, [...view.done]);
    progress(view);
  });
  const before = page.before.flatMap((one, i) => [i ? " · " : `${words.before} `, link(one)]);
  return make("li", {}, make("label", {}, box), link(page, "page"), make("span", { className: "before" }, ...before),
    make("span", { className: "minutes" }, filled(words.minutes, page)));
}

/** How far the reader is, and a link to the first page that is not ticked. */
function progress(view) {
  const { words } = view, pages = view.sittings.flat(), done = pages.filter(({ name }) => view.done.has(name));
  const next = pages.find(({ name }) => !view.done.has(name));
  const told = filled(words.progress, { done: done.length, count: pages.length, minutes: total(done), all: total(pages) });
  Object.assign(view.bar, { max: total(pages), value: total(done), ariaLabel: told });
  const onward = next ? link({ title: filled(words.next, { page: next.title }), link: next.link }, "next") : words.finished;
  view.told.replaceChildren(told, " ", onward);
}

function create(place) {
  const view = { root: make("div", { className: "route" }), bar: make("progress", {}), told: make("p", {}) };
  view.list = make("div", {});
  view.root.append(view.told, view.bar, view.list);
  place.append(view.root);
  return view;
}

function update(view, { sittings, words }) {
  Object.assign(view, { sittings, words, done: read() });
  view.list.replaceChildren(...sittings.map((pages, i) => make("section", {},
    make("h3", {}, filled(words.sitting, { number: i + 1 }), make("small", {}, filled(words.minutes, { minutes: total(pages) }))),
    make("ol", {}, ...pages.map((page) => row(view, page))))));
  progress(view);
}

export default mount({ create, update });
