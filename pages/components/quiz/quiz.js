/**
 * The quiz: sets of questions, one at a time, each answer followed at once by why. Keys 1 to 4 answer, Enter goes on.
 * data: { questions: address of [{ id, chapter, question, hint, choices: [{ text, why }], right, see, shown: [exhibit,
 *   page] }], words: assets/text/LANGUAGE/quiz.toml }
 */

import { mount } from "../mount.js";
import { address } from "../search/address.js";
import { count, draw, forget, progress, remember } from "./progress.js";

const TEN = 10;
const NAMED = "question";  // the parameter of a link to one

function made(name, attributes = {}, ...children) {
  const { dataset, ...rest } = attributes, element = Object.assign(document.createElement(name), rest);
  Object.assign(element.dataset, dataset);
  element.append(...children);
  return element;
}

const button = (text, click, more = {}) => {
  const element = made("button", { type: "button", textContent: text, ...more });
  element.addEventListener("click", click);
  return element;
};

/** Into the address, without an entry in the history. */
function name(id) {
  const link = new URL(location.href);
  if (id) link.searchParams.set(NAMED, id);
  else link.searchParams.delete(NAMED);
  history.replaceState(history.state, "", link);
}

function sets(view) {
  const { words, all } = view, answers = progress(), wrong = all.filter(({ id }) => answers[id] === false);
  const chapters = [...new Set(all.map(({ chapter }) => chapter))];
  const [answered, right] = count(all, answers);
  const bar = made("div", { className: "bar", role: "progressbar", ariaValueNow: answered, ariaValueMin: 0,
    ariaValueMax: all.length, ariaLabel: words.progress });
  bar.append(made("div", { className: "right" }), made("div", { className: "wrong" }));
  bar.children[0].style.width = `${100 * right / all.length}%`;
  bar.children[1].style.width = `${100 * (answered - right) / all.length}%`;
  const told = words.answered.replace("{answered}", answered).replace("{all}", all.length).replace("{right}", right);
  const begin = (questions, title) => () => start(view, questions, title);
  const offered = [
    button(words.ten, begin(draw(all, TEN), words.ten), { className: "first" }),
    ...chapters.map((chapter) => {
      const own = all.filter((one) => one.chapter === chapter), [known] = count(own, answers);
      return button(`${words[`chapter_${chapter}`]} · ${known}/${own.length}`, begin(own, words[`chapter_${chapter}`]));
    })];
  if (wrong.length) offered.push(button(`${words.wrong_ones} · ${wrong.length}`, begin(wrong, words.wrong_ones)));
  const box = made("div", { className: "sets" }, bar, made("p", { className: "quiet", textContent: told }),
    made("div", { className: "row" }, ...offered), inRoom(words, ["all", ...chapters]));
  if (answered) box.append(reset(view));
  return box;
}

/** Ten questions for a room: a lecture on the projector, which everybody answers on a phone. */
function inRoom(words, chapters) {
  const seed = Math.floor(1e6 * Math.random());
  const links = chapters.map((chapter) => made("a", { target: "_blank", rel: "noopener",
    textContent: chapter === "all" ? words.all_chapters : words[`chapter_${chapter}`],
    href: address(`projector?lecture=quiz-${chapter}-${seed}&room=1`).href }));
  return made("details", { className: "room" }, made("summary", { textContent: words.in_room }),
    made("p", { className: "quiet", textContent: words.in_room_help }), made("div", { className: "row" }, ...links));
}

/** Asks once more before it forgets. */
function reset(view) {
  const element = button(view.words.reset, () => {
    if (element.textContent !== view.words.really) {
      element.textContent = view.words.really;
      return;
    }
    forget();
    home(view);
  }, { className: "plain" });
  return element;
}

function home(view) {
  name("");
  view.set = null;
  view.box.replaceChildren(sets(view), made("p", { className: "quiet", textContent: view.words.keys }));
}

function start(view, questions, title) {
  view.set = { questions, title, at: 0, right: [] };
  ask(view);
}

function ask(view) {
  const { words, set } = view, one = set.questions[set.at];
  name(one.id);
  set.answered = false;
  const place = words.place.replace("{n}", set.at + 1).replace("{all}", set.questions.length);
  const head = made("h3", { textContent: one.question, tabIndex: -1 });
  const hint = made("p", { className: "hint", textContent: one.hint, hidden: true });
  const choices = one.choices.map(({ text }, i) => button("", () => answer(view, i), { className: "choice" }));
  choices.forEach((element, i) => element.append(made("kbd", { textContent: i + 1 }), made("span", { textContent: one.choices[i].text })));
  const ask_hint = button(words.hint, () => {
    hint.hidden = false;
    ask_hint.hidden = true;
  }, { className: "plain" });
  const said = made("div", { className: "said", role: "status" });
  view.card = { one, choices, said, hint: ask_hint };
  view.box.replaceChildren(
    made("div", { className: "top" }, made("span", { className: "quiet", textContent: `${set.title} · ${place}` }),
      button(words.leave, () => home(view), { className: "plain" })),
    made("div", { className: "card" }, head, hint, made("div", { className: "choices" }, ...choices), ask_hint, said));
  head.focus({ preventScroll: true });
}

function answer(view, number) {
  const { words, set, card } = view, { one, choices, said } = card, right = number === one.right;
  if (set.answered || !one.choices[number]) return;
  set.answered = true;
  set.right.push(right);
  remember(one.id, right);
  choices.forEach((element, i) => {
    element.disabled = true;
    element.classList.toggle("right", i === one.right);
    element.classList.toggle("wrong", i === number && !right);
  });
  card.hint.hidden = true;
  const lines = right ? [] : [made("p", {}, made("strong", { textContent: `${words.tempting} ` }), one.choices[number].why)];
  const see = made("a", { href: address(one.see).href, target: "_blank", rel: "noopener",
    textContent: words.see.replace("{exhibit}", one.shown[0]).replace("{page}", one.shown[1]) });
  const last = set.at === set.questions.length - 1;
  const next = button(last ? words.end : words.next, () => (last ? finish(view) : (set.at++, ask(view))), { className: "first" });
  said.className = `said ${right ? "right" : "wrong"}`;
  said.replaceChildren(made("p", {}, made("strong", { textContent: right ? words.right : words.wrong })), ...lines,
    made("p", {}, made("strong", { textContent: right ? "" : `${words.true} ` }), one.choices[one.right].why),
    made("p", {}, see), next);
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest" });
}

function finish(view) {
  const { words, set } = view, missed = set.questions.filter((_, i) => !set.right[i]);
  name("");
  view.set = null;
  const told = words.score.replace("{right}", set.questions.length - missed.length).replace("{all}", set.questions.length);
  const row = made("div", { className: "row" });
  if (missed.length) {
    row.append(button(`${words.again} · ${missed.length}`, () => start(view, missed, words.again), { className: "first" }));
  }
  row.append(button(words.more, () => home(view)));
  const head = made("h3", { textContent: told, tabIndex: -1 });
  const listed = made("ul", {}, ...missed.map((one) => made("li", {}, `${one.question} `,
    made("strong", { textContent: one.choices[one.right].text }))));
  view.box.replaceChildren(made("div", { className: "card" }, head, listed, row), sets(view));
  head.focus({ preventScroll: true });
}

const typing = (target) => target?.matches?.("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]");

function press(view, event) {
  const busy = event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]");
  if (busy || !view.set || typing(event.composedPath()[0])) return;
  const number = "1234".indexOf(event.key);
  if (number >= 0) answer(view, number);
  else if (event.key === "h" && !view.set.answered) view.card.hint.click();
  else return;
  event.preventDefault();
}

async function fetched(view) {
  view.box.replaceChildren(made("p", { role: "status", textContent: view.words.fetching }));
  try {
    const found = await fetch(new URL(view.address, document.baseURI));
    if (!found.ok) throw new Error(`The questions were answered with ${found.status}.`);
    view.all = await found.json();
  } catch (error) {
    console.warn(error);
    view.box.replaceChildren(made("p", { role: "alert", textContent: view.words.away }),
      button(view.words.retry, () => fetched(view), { className: "first" }));
    return;
  }
  const linked = view.all.find(({ id }) => id === new URLSearchParams(location.search).get(NAMED));
  if (!linked) return home(view);
  const others = view.all.filter((one) => one.chapter === linked.chapter && one !== linked);
  start(view, [linked, ...others], view.words[`chapter_${linked.chapter}`]);
}

function create(parent, data, signal) {
  const box = made("div", { className: "quiz" }), view = { root: box, box, all: [], set: null };
  parent.append(box);
  window.addEventListener("keydown", (event) => press(view, event), { signal });
  return view;
}

function update(view, { questions, words }) {
  if (view.address === questions) return;
  Object.assign(view, { address: questions, words });
  fetched(view);
}

export default mount({ create, update });
