// A question to the room: what can be answered, and, once it is revealed, the room's answers beside the machine's.
//
//   draw(node, question, words, { chosen, choose, counted })
//
// `choose(i)`: null where nothing can be chosen (the projector); `counted`: whether anybody can answer. Of a question
// there are three kinds: a row of words, one of several, a number on a scale.

import { make } from "../board/dom.js";
import { percent } from "../board/numbers.js";

const ROW = 12, ROW_OF_LONG = 9, ROW_OF_A_PHONE = 5, LONG = 5; // words beside each other; letters of a long one
const BARS = 20; // of a histogram

/** A number as it is written, with its unit if it has one: 40 km, 40%. */
const withUnit = (number, unit) => `${number}${unit && (unit === "%" ? unit : ` ${unit}`)}`;

/** A cell of a row: the share as colour and number. */
function cell(share, name) {
  const node = make("div", { className: `share ${name}`, textContent: share < 0.005 ? "" : percent(share) });
  node.style.setProperty("--share", share.toFixed(3));
  return node;
}

const total = (counts) => counts.reduce((sum, count) => sum + count, 0);
const sharesOf = (counts) => counts.map((count) => count / (total(counts) || 1));

/** How many words stand beside each other: fewer of long ones, lines as full as each other. */
function beside(choices) {
  const long = Math.max(...choices.map((word) => [...word].length)) > LONG;
  const most = window.innerWidth < 600 ? ROW_OF_A_PHONE : long ? ROW_OF_LONG : ROW;
  return Math.ceil(choices.length / Math.ceil(choices.length / most));
}

/** The two rows in one table, in lines of at most ROW words, the first of them named; without a room the machine's alone. */
function rows({ choices, counts, machine, place, truth }, words, { chosen, counted }) {
  const room = sharesOf(counts), lines = [], most = beside(choices);
  for (let from = 0; from < choices.length; from += most) {
    const part = choices.slice(from, from + most), line = make("div", { className: "two-rows" });
    line.style.setProperty("--columns", part.length);
    part.forEach((word, k) => line.append(make("div", { textContent: word,
      className: ["word", from + k === truth ? "best" : "", from + k === chosen ? "mine" : ""].join(" ") })));
    const named = (textContent) => from === 0 && line.append(make("h4", { textContent }));
    if (counted) {
      named(words.room_row.replace("{count}", total(counts)));
      part.forEach((_, k) => line.append(cell(room[from + k], "room")));
    }
    named(words.machine_row.replace("{place}", place));
    part.forEach((_, k) => line.append(cell(machine[from + k], "machine")));
    lines.push(line);
  }
  const template = counted ? words.verdict.replace("{right}", counts[truth]) : words.verdict_alone;
  const sentence = template.replace("{word}", choices[truth]).replace("{share}", percent(machine[truth]));
  return [...lines, verdict(sentence, chosen === null ? "" : choices[chosen], words)];
}

/** In words: what is true; on a phone, what its owner said too. */
function verdict(sentence, mine, words) {
  return make("p", { className: "verdict", textContent: mine ? `${words.you.replace("{word}", mine)} ${sentence}` : sentence });
}

/** One bar for each answer, the true one marked. */
function bars({ choices, counts, truth, explanation }, words, { chosen, counted }) {
  const room = sharesOf(counts), list = make("div", { className: "bars" });
  choices.forEach((choice, i) => {
    const line = make("div", { className: ["bar", i === truth ? "true" : "", i === chosen ? "mine" : ""].join(" ") });
    const share = make("div", { className: "share room" });
    share.style.setProperty("--share", room[i].toFixed(3));
    line.append(make("span", { className: "answer", textContent: i === truth ? `✓ ${choice}` : choice }),
      ...(counted ? [make("div", { className: "track" }, share), make("b", { textContent: percent(room[i]) })] : []));
    list.append(line);
  });
  const heading = counted ? [make("h4", { textContent: words.room_row.replace("{count}", total(counts)) })] : [];
  return [...heading, list, make("div", { className: "verdict", innerHTML: explanation })]; // made by markup.py
}

/** A number's answers as a histogram, the truth a line through it. */
function histogram({ choices, counts, truth, place }, words, { chosen, counted }) {
  const marks = choices.length - 1, wide = Math.ceil(choices.length / BARS), heights = [];
  counts.forEach((count, i) => (heights[Math.floor(i / wide)] = (heights[Math.floor(i / wide)] ?? 0) + count));
  const plot = make("div", { className: "histogram" }), most = Math.max(1, ...heights);
  for (const height of counted ? heights : []) {
    const column = make("div", { className: "share room" });
    column.style.setProperty("--height", (height / most).toFixed(3));
    plot.append(column);
  }
  const line = make("div", { className: "truth" }), from = Number(choices[0]), to = Number(choices[marks]);
  line.style.setProperty("--at", ((truth + 0.5) / (wide * heights.length)).toFixed(4)); // the middle of its mark
  plot.append(line);
  const value = withUnit((from + ((to - from) * truth) / marks).toFixed(1), place);
  const ends = make("div", { className: "ends" }, ...[0, marks].map((i) => make("span", { textContent: withUnit(choices[i], place) })));
  const heading = counted ? [make("h4", { textContent: words.room_row.replace("{count}", total(counts)) })] : [];
  const mine = chosen === null ? "" : withUnit(choices[chosen], place);
  return [...heading, plot, ends, verdict(words.true_number.replace("{value}", value), mine, words)];
}

/** How far it has come, in words. */
function stateOf(answered, words, { chosen, choose, counted }) {
  return choose ? words[chosen === null ? "choose" : "chosen"] : counted ? words.answered.replace("{count}", answered) : words.guess_aloud;
}

/** A question that stands there already: what a finger or the keyboard holds stays, and only its state is told anew. */
function again(node, { answered }, words, how) {
  const [line, ...told] = node.querySelectorAll(".verdict"), input = node.querySelector("input");
  told.forEach((one) => one.remove()); // of an answer that did not get through
  line.textContent = stateOf(answered, words, how);
  node.querySelectorAll(".choices button").forEach((button, i) => (button.ariaPressed = String(i === how.chosen)));
  if (input) input.said = how.chosen;
}

/** What can be answered: buttons, of a number a scale; on the projector words alone, and how many have answered. */
function open({ kind, choices, answered, place }, words, { chosen, choose, counted }) {
  const line = make("p", { className: "verdict", textContent: stateOf(answered, words, { chosen, choose, counted }) });
  if (kind === "number") return [scale(choices, place, chosen, choose), line];
  const list = make("div", { className: kind === "row" ? "choices" : "choices long" });
  list.style.setProperty("--columns", beside(choices));
  choices.forEach((word, i) => {
    const node = choose ? make("button", { type: "button", textContent: word }) : make("span", { textContent: word });
    if (choose) {
      node.ariaPressed = String(i === chosen);
      node.onclick = () => choose(i);
    }
    list.append(node);
  });
  return [list, line];
}

function scale(choices, unit, chosen, choose) {
  const last = choices.length - 1, at = chosen ?? Math.round(last / 2), node = make("div", { className: "scale" });
  const written = (i) => withUnit(choices[i], unit);
  if (!choose) {
    node.append(make("span", { textContent: written(0) }), make("div", { className: "track" }), make("span", { textContent: written(last) }));
    return node;
  }
  const input = make("input", { type: "range", min: 0, max: last, value: at, said: chosen, ariaLabel: unit || "0" });
  const value = make("output", { textContent: chosen === null ? "?" : written(chosen) });
  input.oninput = () => (value.textContent = written(input.value));
  input.onchange = input.onpointerup = () => { // a touch where the knob stands changes nothing, and is an answer
    if (Number(input.value) !== input.said) choose((input.said = Number(input.value)));
  };
  node.append(value, input, make("span", { textContent: written(0) }), make("span", { textContent: written(last) }));
  return node;
}

const RESULTS = { row: rows, choice: bars, number: histogram };

export function draw(node, question, words, { chosen = null, choose = null, counted = true } = {}) {
  const head = make("h2");
  head.hidden = !question.asked; // the scene's headline asks
  head.innerHTML = question.asked; // made by markup.py, which lets nothing of a reader's through as markup
  node.className = `asked ${choose ? "phone" : "projector"} ${question.revealed ? "revealed" : ""}`;
  const how = { chosen, choose, counted }, { id, asked, choices, revealed } = question;
  const made = JSON.stringify([id, asked, choices, revealed, Boolean(choose), counted, beside(choices)]);
  if (node.made === made && !revealed) return again(node, question, words, how);
  node.made = made;
  node.replaceChildren(head, ...(question.revealed ? RESULTS[question.kind](question, words, how) : open(question, words, how)));
}
