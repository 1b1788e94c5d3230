// What is said of a frame: place, title, question and answer, the open cell, or formulas and prose.
//
// The texts are the project's own, made into HTML by markup.py, which lets none of a reader's through as markup.

import { button, make } from "../board/dom.js";

export const html = (className, innerHTML) => make("div", { className, innerHTML });

function question({ question: asked, answer }, words, shown, node) {
  if (!asked) return [];
  const found = [html("question", asked)];
  if (shown) return [...found, html("answer", answer)];
  return [...found, button(words.reveal, () => node.dispatchEvent(new Event("reveal")), { className: "reveal" })];
}

export function formula({ math, number, deeper, code }) {
  const node = make("div", { className: "formula" }, html("math", math), make("small", { textContent: number }));
  node.append(...deeper.map((one) => html("math deeper", one)));
  if (code) node.append(make("pre", { textContent: code }));
  return node;
}

/** A cell of which the sheet has the arithmetic, or the word that it has not. */
function open({ worked, place }, words) {
  if (!worked) return [make("p", { className: "note", textContent: words.noCell })];
  return [place.host, html("math", worked.operation), make("p", { className: "note far", hidden: true })];
}

export function tell(node, { text, words, shown, cell }) {
  const written = JSON.stringify([text, shown, cell?.worked ?? Boolean(cell)]);
  if (node.written === written) return;
  node.written = written;
  const head = [make("div", { className: "place", textContent: text.place ?? "" }), make("h2", { textContent: text.title ?? "" }),
    ...question(text, words, shown, node)];
  const rest = cell ? open(cell, words) : [...(text.formula ?? []).map(formula), html("prose", text.prose ?? ""),
    ...(text.begin ? [make("p", { className: "prose", textContent: text.begin })] : [])];
  node.replaceChildren(...head, ...rest);
  node.scrollTop = 0;
}

/** A term leads to a cell that the sheet does not work. */
tell.far = (node, words) => {
  const said = node.querySelector(".far");
  if (said) Object.assign(said, { hidden: false, textContent: words.noCell });
};
