// A question to the room: its words to choose from, and, once it is revealed, the room's row beside the machine's.
//
//   draw(node, question, words, { chosen, choose })      choose(i): null where nothing can be chosen (the projector)

import { make } from "../board/dom.js";
import { percent } from "../board/numbers.js";

const ROW = 12, ROW_OF_A_PHONE = 5; // words beside each other; more stand in several lines

/** A cell of a row: the share as colour and number. */
function cell(share, name) {
  const node = make("div", { className: `share ${name}`, textContent: share < 0.005 ? "" : percent(share) });
  node.style.setProperty("--share", share.toFixed(3));
  node.classList.toggle("strong", share > 0.45);
  return node;
}

const largest = (shares) => shares.indexOf(Math.max(...shares));

/** The two rows in one table, in lines of at most ROW words. */
function rows({ choices, counts, machine, place }, words, chosen) {
  const all = counts.reduce((sum, count) => sum + count, 0), room = counts.map((count) => (all ? count / all : 0));
  const best = largest(machine), lines = [], most = window.innerWidth < 600 ? ROW_OF_A_PHONE : ROW;
  for (let from = 0; from < choices.length; from += most) {
    const part = choices.slice(from, from + most), line = make("div", { className: "two-rows" });
    line.style.setProperty("--columns", part.length);
    part.forEach((word, k) => line.append(make("div", { textContent: word,
      className: ["word", from + k === best ? "best" : "", from + k === chosen ? "mine" : ""].join(" ") })));
    line.append(make("h4", { textContent: words.room_row.replace("{count}", all) }));
    part.forEach((_, k) => line.append(cell(room[from + k], "room")));
    line.append(make("h4", { textContent: words.machine_row.replace("{place}", place) }));
    part.forEach((_, k) => line.append(cell(machine[from + k], "machine")));
    lines.push(line);
  }
  return [...lines, make("p", { className: "verdict", textContent: verdict({ choices, counts, machine }, words, chosen, best) })];
}

/** In words: how many said what the machine does; on a phone, what its owner said too. */
function verdict({ choices, counts, machine }, words, chosen, best) {
  const told = words.verdict.replace("{right}", counts[best]).replace("{word}", choices[best])
    .replace("{share}", percent(machine[best]));
  return chosen === null ? told : `${words.you.replace("{word}", choices[chosen])} ${told}`;
}

/** The words as buttons; on the projector as words alone, and how many have answered. */
function open({ choices, answered }, words, { chosen, choose }) {
  const list = make("div", { className: "choices" });
  choices.forEach((word, i) => {
    const node = choose ? make("button", { type: "button", textContent: word }) : make("span", { textContent: word });
    if (choose) {
      node.ariaPressed = String(i === chosen);
      node.onclick = () => choose(i);
    }
    list.append(node);
  });
  const said = choose ? words[chosen === null ? "choose" : "chosen"] : words.answered.replace("{count}", answered);
  return [list, make("p", { className: "verdict", textContent: said })];
}

export function draw(node, question, words, { chosen = null, choose = null } = {}) {
  const head = make("h2");
  head.innerHTML = question.asked; // made by markup.py, which lets nothing of a reader's through as markup
  node.className = `asked ${choose ? "phone" : "projector"} ${question.revealed ? "revealed" : ""}`;
  node.replaceChildren(head, ...(question.revealed ? rows(question, words, chosen) : open(question, words, { chosen, choose })));
}
