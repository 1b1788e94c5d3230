/**
 * A quatrain in large characters. The one that is pointed at shows what a head looked at when it was written: the more
 * weight, the stronger the ground behind what was looked at.
 * data: { tokens, given: the places of what was typed, weights: per token those on [size word, token 1, ...], chances: per token
 *         its probability, words: { told with {word} {source} {share}, told_size, chance with {p}, hint, wrote } }
 */

import { filled, make } from "../board/dom.js";
import { percent } from "../board/numbers.js";
import { largest, together } from "./shared.js";

const MARKS = new Set(["\uff0c", "\u3002"]);

function told({ data }, i) {
  const at = largest(data.weights[i]), sentence = at ? data.words.told : data.words.told_size;
  const parts = { word: data.tokens[i], source: data.tokens[at - 1], share: percent(data.weights[i][at]) };
  return together(filled(sentence, parts), filled(data.words.chance, { p: percent(data.chances[i]) }));
}

function light(view, i) {
  view.lit = i;
  view.places.forEach((place, j) => {
    place.classList.toggle("lit", j === i);
    place.classList.toggle("later", j > i);
    place.style.setProperty("--weight", j < i ? view.data.weights[i][j + 1] : 0);
  });
  view.said.textContent = told(view, i);
}

function create(parent, data) {
  const verse = make("div", { className: "verse" }), said = make("p", { className: "said" });
  const side = make("div", { className: "side" }, said, make("p", {}, data.words.hint), make("p", {}, data.words.wrote));
  const view = { data, said, root: make("div", { className: "poem" }, verse, side) };
  let line = null;
  view.places = data.tokens.map((token, i) => {
    if (!line || MARKS.has(data.tokens[i - 1])) {
      line = make("div");
      verse.append(line);
    }
    const show = () => light(view, i), className = data.given.includes(i) ? "given" : "";
    const place = make("button", { type: "button", textContent: token, className, onpointerenter: show, onfocus: show });
    line.append(place);
    return place;
  });
  parent.append(view.root);
  return view;
}

/** The last character that is no mark: where the rhyme stands. */
const rhyme = ({ tokens }) => tokens.length - 1 - (MARKS.has(tokens.at(-1)) ? 1 : 0);

export default function ({ data, parentElement }) {
  const before = parentElement.poem;
  if (JSON.stringify(before?.data) !== JSON.stringify(data)) {
    before?.root.remove();
    const view = parentElement.poem = create(parentElement, data);
    light(view, before?.data.tokens.join() === data.tokens.join() ? before.lit : rhyme(data));
  }
  return () => {
    parentElement.poem?.root.remove();
    delete parentElement.poem;
  };
}
