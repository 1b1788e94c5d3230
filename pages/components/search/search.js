/**
 * The search: a button, Ctrl+K or "/" opens a box; below it what was found, by kind. Arrows choose, Enter goes there,
 * Escape closes. The index is fetched when the box opens; an Enter that comes before it waits.
 * A result is a link: it can be opened beside this page, and the browser's Back leads here again.
 * data: { index: address of the index, words: assets/text/LANGUAGE/search.toml }
 */

import { isTyped, make } from "../board/dom.js";
import { fetched } from "../host.js";
import { mount } from "../mount.js";
import { address } from "./address.js";
import { find, grouped, marked, prepare } from "./find.js";

const MOST = 6;  // results of a kind
const LONGEST = 130;  // letters of a text
const indexes = new Map();  // by address

const ready = (address) => {
  if (!indexes.has(address)) {
    const asked = fetched(new URL(address, document.baseURI)).then((answer) => answer.json());
    indexes.set(address, asked.then(prepare));
    asked.catch(() => indexes.delete(address));  // asked for anew with the next letter
  }
  return indexes.get(address);
};

/** On this very page a result is a place to scroll to. */
function go(event, link) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || link.includes("?")) return;
  const found = address(link);
  if (found.pathname !== location.pathname || !found.hash) return;
  event.preventDefault();
  history.replaceState(history.state, "", `${location.pathname}${location.search}${found.hash}`);
  dispatchEvent(new HashChangeEvent("hashchange"));  // near.js keeps the heading in view while panels grow
  document.getElementById(found.hash.slice(1))?.scrollIntoView();
}

const pieces = (text, marks, longest) =>
  marked(text, marks, longest).map(([letters, lit]) => lit ? make("mark", { textContent: letters }) : letters);

function draw(view, found) {
  const { list, note, words, input } = view;
  list.replaceChildren();
  view.options = [];
  for (const [kind, group] of grouped(found, MOST)) {
    const name = make("div", { className: "kind", id: `search-${kind}`, textContent: view.known.kinds[kind] });
    const box = make("div", { role: "group" }, name);
    box.setAttribute("aria-labelledby", name.id);
    for (const { entry, marks } of group) {
      const title = make("span", { className: "title" }, ...pieces(entry.title, marks));
      const text = make("span", { className: "text" }, ...pieces(entry.text, marks, LONGEST));
      const page = make("span", { className: "page", textContent: entry.page });
      const option = make("a", { role: "option", tabIndex: -1, id: `search-${view.options.length}`,
        href: address(entry.link).href, ariaSelected: "false" }, title, page, text);
      option.addEventListener("click", (event) => {
        go(event, entry.link);
        if (event.defaultPrevented) view.dialog.close();
      });
      box.append(option);
      view.options.push(option);
    }
    list.append(box);
  }
  const typed = input.value.trim();
  note.textContent = !typed ? words.hint : found.length ? words.found.replace("{n}", found.length) : words.nothing;
  input.ariaExpanded = String(Boolean(found.length));
  choose(view, 0);
}

function choose(view, number) {
  const { options, input } = view;
  options[view.chosen]?.setAttribute("aria-selected", "false");
  view.chosen = options.length ? (number + options.length) % options.length : 0;
  const option = options[view.chosen];
  option?.setAttribute("aria-selected", "true");
  option?.scrollIntoView({ block: "nearest" });
  if (option) input.setAttribute("aria-activedescendant", option.id);
  else input.removeAttribute("aria-activedescendant");
}

async function look(view) {
  const { input, note, words } = view, asked = input.value;
  try {
    view.known = await ready(view.address);
  } catch (error) {
    console.warn(error);
    note.textContent = words.away;
    return;
  }
  if (asked === input.value) draw(view, find(view.known, asked));
}

function open(view) {
  if (view.dialog.open) return view.input.select();
  view.dialog.style.colorScheme = getComputedStyle(view.root).colorScheme;  // the body's is another where a theme is chosen
  view.dialog.showModal();
  view.input.select();
  view.looking = look(view);
}

function opens(event) {
  const letter = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && letter === "k") return true;
  const inside = event.composedPath()[0];  // the one in a shadow root, too
  return event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyped(inside);
}

function steer(view, event) {
  const { chosen } = view, move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  event.stopPropagation();  // the page behind has keys of its own
  if (event.isComposing) return;
  if (move) choose(view, chosen + move);
  else if (event.key === "Enter") view.looking.then(() => view.options[view.chosen]?.click());
  else return;
  event.preventDefault();
}

function build(words) {
  const input = make("input", { type: "text", inputMode: "search", role: "combobox", autocomplete: "off", spellcheck: false, maxLength: 80,
    ariaExpanded: "false", ariaLabel: words.search, placeholder: words.placeholder });
  const list = make("div", { role: "listbox", id: "search-list", ariaLabel: words.results });
  const note = make("p", { role: "status" }), keys = make("p", { className: "keys", textContent: words.keys });
  const close = make("button", { type: "button", className: "close", textContent: "×", ariaLabel: words.close });
  input.setAttribute("aria-controls", list.id);
  const dialog = make("dialog", { id: "search", ariaLabel: words.search },
    make("div", { className: "head" }, input, close), note, list, keys);
  return { input, list, note, keys, close, dialog, options: [], chosen: 0 };
}

function create(parent, { words }, signal) {
  const style = make("link", { rel: "stylesheet", href: new URL("search.css", import.meta.url).href });
  const button = make("button", { type: "button" }), view = { ...build(words), words, root: button };
  button.innerHTML = '<svg viewBox="0 0 20 20" width="18" height="18" fill="none" stroke="currentColor" stroke-width="2" '
    + 'stroke-linecap="round" aria-hidden="true"><circle cx="8.5" cy="8.5" r="5.5"/><path d="M13 13l4.5 4.5"/></svg>';
  button.style.cssText = "width: 40px; height: 40px; border: 0; background: none; color: inherit; cursor: pointer; "
    + "display: grid; place-items: center; padding: 0";
  parent.append(button);
  document.head.append(style);
  document.body.append(view.dialog);
  button.addEventListener("click", () => open(view));
  view.close.addEventListener("click", () => view.dialog.close());
  view.input.addEventListener("input", () => { view.looking = look(view); });
  view.dialog.addEventListener("keydown", (event) => steer(view, event));
  view.dialog.addEventListener("click", (event) => event.target === view.dialog && view.dialog.close());
  window.addEventListener("keydown", (event) => {
    if (!event.defaultPrevented && !event.isComposing && opens(event) && !view.dialog.open) {
      event.preventDefault();
      open(view);
    }
  }, { signal });  // after the page's own keys: a grid of heads keeps "/" for itself
  signal.addEventListener("abort", () => [style, view.dialog].forEach((element) => element.remove()));
  return view;
}

function update(view, { index, words }) {
  Object.assign(view, { address: index, words });
  view.root.title = `${words.search} (Ctrl+K, /)`;
  view.root.ariaLabel = words.search;
  view.root.setAttribute("aria-keyshortcuts", "Control+K /");
  Object.assign(view.input, { ariaLabel: words.search, placeholder: words.placeholder });
  view.close.ariaLabel = words.close;
  view.keys.textContent = words.keys;
  view.list.ariaLabel = words.results;
}

export default mount({ create, update });
