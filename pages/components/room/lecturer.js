// The lecturer's room on the walkthrough: its code, who is here, what the room answers. The key of a room is kept in this
// browser, and in no address. Where the board is goes to the room from here, the moment that a key has moved it; what is
// looked at, asked and revealed comes from the script.

import { button, make } from "../board/dom.js";
import { frameOf } from "../board/store.js";
import { keep, kept } from "../kept.js";
import { meet, mount, part } from "../mount.js";
import { draw } from "./asked.js";
import { alone, hear } from "./stream.js";

const KEPT = "room of mine";

function create(parent) {
  const root = make("div", { className: "lecturer" }), asked = make("section", { hidden: true }), panel = make("div", { className: "panel" });
  root.append(asked, panel);
  parent.append(root);
  return { root, asked, panel, stream: null, code: "", open: false, state: null, board: null, place: "", posting: false };
}

const act = (view, what) => view.host.event("act", { what, serial: Date.now() });

function update(view, data) {
  view.data = data;
  view.root.classList.toggle("inline", Boolean(data.inline)); // in a lesson's text, not over a picture
  if (data.code) {
    if (data.key) keep(KEPT, { code: data.code, key: data.key });
    follow(view, data.code);
    watch(view);
  } else if (data.over || !kept(KEPT)) {
    if (data.over) keep(KEPT, null);
    silence(view);
  } else view.host.state("held", kept(KEPT));
  dress(view);
}

function follow(view, code) {
  if (view.code === code) return;
  silence(view);
  view.code = code;
  const heard = (state) => dress(Object.assign(view, { state }));
  view.stream = hear(new URL(`r/${code}/events?counts`, view.data.link), { heard, over() {} }); // the script says what is over
}

/** The board of this page, and where it is. */
function watch(view) {
  const { board } = view.data;
  if (board) meet(view, "__boards", board, (met) => {
    view.board = met;
    met.subscribers.unshift(() => view.board === met && post(view)); // before the board is painted
    post(view);
  });
  post(view);
}

/** Of several changes while one is on its way the last is posted. */
async function post(view) {
  const { board, code, data: { link, key, sheet } } = view;
  if (!board?.started || !code) return;
  const { head, cell, follow } = board, place = { step: frameOf(board).key, head, cell, follow }, now = JSON.stringify([code, sheet, place]);
  if (now === view.place) return;
  view.place = now;
  if (view.posting) return;
  view.posting = true;
  const address = new URL(`r/${code}/move`, link), headers = { "Content-Type": "application/json" };
  const gone = await fetch(address, { method: "POST", headers, body: JSON.stringify({ key, ...place }) }).then(() => now, () => "");
  view.posting = false;
  if (view.place !== now) post(Object.assign(view, { place: gone }));
  else view.place = gone; // what was lost is posted with what the script says next
}

function silence(view) {
  view.stream?.close();
  part(view, "__boards", view.data?.board);
  Object.assign(view, { stream: null, code: "", state: null, board: null, place: "" });
}

/** One line, and below it, when it is opened, what is needed to join. */
function dress(view) {
  const { data: { words, qr, room, askable }, state, panel, asked, code } = view, question = code && state?.question;
  asked.hidden = !question;
  if (question) draw(asked, question, words);
  const here = `${code} · ${words.here.replace("{count}", state?.here ?? 0)}`;
  const made = code && JSON.stringify([code, Boolean(question), question?.revealed, askable, view.open, qr, room, words]);
  if (made && made === view.made) return void (panel.querySelector(".code").textContent = here); // nothing under a press goes
  view.made = made;
  if (!code) return panel.replaceChildren();
  const way = (text, what, className = "") => button(text, () => act(view, what), { className });
  const bar = make("div", { className: "line" }, button(here, () => {
    view.open = !view.open;
    dress(view);
  }, { className: "code" }));
  if (question) bar.append(...(question.revealed ? [] : [way(words.reveal, "reveal", "first")]), way(words.close, "close"));
  else if (askable) bar.append(way(words.ask, "ask", "first"));
  const card = make("div", { className: "card", hidden: !view.open });
  if (view.open) {
    const picture = make("div", { className: "qr" });
    picture.innerHTML = qr; // drawn by segno, of the link alone
    card.append(picture, make("div", { className: "letters", textContent: code }), make("a", { href: room, target: "_blank", textContent: room }), make("p", { textContent: alone(room, words.this_computer_alone) }),
      way(words.end, "end"));
  }
  panel.replaceChildren(bar, card);
}

export default mount({ create, update, end: silence });
