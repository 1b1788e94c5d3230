/**
 * The quiz: sets of questions, one at a time, each answer followed at once by why. Keys 1 to 4 answer, Enter goes on.
 * data: { questions: address of [{ id, chapter, question, hint, choices: [{ text, why }], right, see, shown: [exhibit,
 *   page] }], words: assets/text/LANGUAGE/quiz.toml }
 */

import { button, isTyped, make } from "../board/dom.js";
import { fetched } from "../host.js";
import { mount } from "../mount.js";
import { address } from "../search/address.js";
import { count, draw, forget, progress, remember } from "./progress.js";

const TEN = 10;
const NAMED = "question";  // the parameter of a link to one

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
  const bar = make("div", { className: "bar", role: "progressbar", ariaValueNow: answered, ariaValueMin: 0,
    ariaValueMax: all.length, ariaLabel: words.progress });
  bar.append(make("div", { className: "right" }), make("div", { className: "wrong" }));
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
  const box = make("div", { className: "sets" }, bar, make("p", { className: "quiet", textContent: told }),
    make("div", { className: "row" }, ...offered), inRoom(words, ["all", ...chapters]));
  if (answered) box.append(reset(view));
  return box;
}

/** Ten questions for a room: a lecture on the projector, which everybody answers on a phone. */
function inRoom(words, chapters) {
  const seed = Math.floor(1e6 * Math.random());
  const links = chapters.map((chapter) => make("a", { target: "_blank", rel: "noopener",
    textContent: chapter === "all" ? words.all_chapters : words[`chapter_${chapter}`],
    href: address(`projector?lecture=quiz-${chapter}-${seed}&room=1`).href }));
  return make("details", { className: "room" }, make("summary", { textContent: words.in_room }),
    make("p", { className: "quiet", textContent: words.in_room_help }), make("div", { className: "row" }, ...links));
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
  view.box.replaceChildren(sets(view), make("p", { className: "quiet", textContent: view.words.keys }));
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
  const head = make("h3", { textContent: one.question, tabIndex: -1 });
  const hint = make("p", { className: "hint", textContent: one.hint, hidden: true });
  const choices = one.choices.map(({ text }, i) => button("", () => answer(view, i), { className: "choice" }));
  choices.forEach((element, i) => element.append(make("kbd", { textContent: i + 1 }), make("span", { textContent: one.choices[i].text })));
  const ask_hint = button(words.hint, () => {
    hint.hidden = false;
    ask_hint.hidden = true;
  }, { className: "plain" });
  const said = make("div", { className: "said", role: "status" });
  view.card = { one, choices, said, hint: ask_hint };
  view.box.replaceChildren(
    make("div", { className: "top" }, make("span", { className: "quiet", textContent: `${set.title} · ${place}` }),
      button(words.leave, () => home(view), { className: "plain" })),
    make("div", { className: "card" }, head, hint, make("div", { className: "choices" }, ...choices), ask_hint, said));
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
  const lines = right ? [] : [make("p", {}, make("strong", { textContent: `${words.tempting} ` }), one.choices[number].why)];
  const see = make("a", { href: address(one.see).href, target: "_blank", rel: "noopener",
    textContent: words.see.replace("{exhibit}", one.shown[0]).replace("{page}", one.shown[1]) });
  const last = set.at === set.questions.length - 1;
  const next = button(last ? words.end : words.next, () => (last ? finish(view) : (set.at++, ask(view))), { className: "first" });
  said.className = `said ${right ? "right" : "wrong"}`;
  said.replaceChildren(make("p", {}, make("strong", { textContent: right ? words.right : words.wrong })), ...lines,
    make("p", {}, make("strong", { textContent: right ? "" : `${words.true} ` }), one.choices[one.right].why),
    make("p", {}, see), next);
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest" });
}

function finish(view) {
  const { words, set } = view, missed = set.questions.filter((_, i) => !set.right[i]);
  name("");
  view.set = null;
  const told = words.score.replace("{right}", set.questions.length - missed.length).replace("{all}", set.questions.length);
  const row = make("div", { className: "row" });
  if (missed.length) {
    row.append(button(`${words.again} · ${missed.length}`, () => start(view, missed, words.again), { className: "first" }));
  }
  row.append(button(words.more, () => home(view)));
  const head = make("h3", { textContent: told, tabIndex: -1 });
  const listed = make("ul", {}, ...missed.map((one) => make("li", {}, `${one.question} `,
    make("strong", { textContent: one.choices[one.right].text }))));
  view.box.replaceChildren(make("div", { className: "card" }, head, listed, row), sets(view));
  head.focus({ preventScroll: true });
}

function press(view, event) {
  const busy = event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]");
  if (busy || !view.set || isTyped(event.composedPath()[0])) return;
  const number = "1234".indexOf(event.key);
  if (number >= 0) answer(view, number);
  else if (event.key === "h" && !view.set.answered) view.card.hint.click();
  else return;
  event.preventDefault();
}

async function load(view) {
  view.box.replaceChildren(make("p", { role: "status", textContent: view.words.fetching }));
  try {
    view.all = await (await fetched(new URL(view.address, document.baseURI))).json();
  } catch (error) {
    console.warn(error);
    view.box.replaceChildren(make("p", { role: "alert", textContent: view.words.away }),
      button(view.words.retry, () => load(view), { className: "first" }));
    return;
  }
  const linked = view.all.find(({ id }) => id === new URLSearchParams(location.search).get(NAMED));
  if (!linked) return home(view);
  const others = view.all.filter((one) => one.chapter === linked.chapter && one !== linked);
  start(view, [linked, ...others], view.words[`chapter_${linked.chapter}`]);
}

function create(parent, data, signal) {
  const box = make("div", { className: "quiz" }), view = { root: box, box, all: [], set: null };
  parent.append(box);
  window.addEventListener("keydown", (event) => press(view, event), { signal });
  return view;
}

function update(view, { questions, words }) {
  if (view.address === questions) return;
  Object.assign(view, { address: questions, words });
  load(view);
}

export default mount({ create, update });
