// The projector: a lecture's scenes one after the other, by the keys of a presenter's clicker; nothing else on the screen.
//
// The state is small and whole: scene, whether it asks, whether that is revealed, black. It stands in the address, in the
// presenter's window and, where there is one, in the room.

import { button, make } from "../board/dom.js";
import { draw } from "../room/asked.js";
import { alone } from "../room/stream.js";
import { frames } from "./frames.js";
import { CLOCK, address, at, byId as $, clock, fetchLecture, keepRoom, listen, meant, name, openRoom, post, room, toLectures, which, windows,
  words } from "./lecture.js";

const SMALLEST = 60, LARGEST = 140; // percent of the projector's type
const AGAIN = 1500; // milliseconds
const deck = { lecture: null, scene: 0, asking: false, revealed: false, black: false, door: false, question: null, questions: new Map() };
const hall = { stream: null, code: "", here: 0, state: null, said: "", serial: null };
const times = { begun: 0, spent: [], ...JSON.parse(sessionStorage.getItem(CLOCK) ?? "{}") };
let stage = null, sending = Promise.resolve(), waiting = false;

const scene = () => deck.lecture.scenes[deck.scene];
/** The seconds of each scene up to now. */
const spent = () => deck.lecture.scenes.map((_, i) => times.spent[i] ?? 0);
const tell = windows((told) => (told.command ? act(told.command) : told.hello ? publish() : told.there && tell({ times })));

/** Go to a scene; its question stands before its picture. */
function enter(number) {
  deck.scene = Math.min(deck.lecture.scenes.length - 1, Math.max(0, number));
  deck.spent = spent();
  Object.assign(deck, { asking: Boolean(scene().ask), revealed: false, black: false, question: null });
  address.searchParams.set("scene", deck.scene + 1);
  history.replaceState(null, "", address);
  stage.show(deck.scene);
  if (scene().ask) fetchQuestion(deck.scene);
  changed();
}

/** The question with its answer: computed by the server, or by the lesson in its frame. */
async function fetchQuestion(number) {
  if (scene().computed) {
    if (!deck.questions.has(number)) {
      const { ok, told } = await post("r/question", { ...which(), scene: number });
      if (ok) deck.questions.set(number, told);
    }
    if (deck.scene === number) deck.question = deck.questions.get(number) ?? null;
  } else {
    const found = stage.guess(number)?.data;
    if (found && deck.scene === number) deck.question = { ...found, asked: found.asked_html, explanation: found.said_html, place: "" };
  }
  if (deck.scene === number && !deck.question && stage.drawn(number)) deck.asking = false; // this run has no answer to it
  if (deck.scene === number) changed();
}

const acts = {
  next: () => enter(deck.scene + 1),
  previous: () => enter(deck.scene - 1),
  forward: () => (deck.asking ? toPicture() : step(1)),
  back: () => deck.asking || step(-1) || (deck.asking = Boolean(deck.question)),
  black: () => (deck.black = !deck.black),
  reveal,
  notes: () => window.open(at(`presenter?lecture=${encodeURIComponent(name)}`), "presenter", "width=1100,height=760"),
};

/** From the question to what it is about; an exhibit that is drawn once its guess is revealed would be an empty screen. */
function toPicture() {
  deck.asking = false;
  if (stage.isEmpty(deck.scene)) stage.reveal(deck.scene);
}

/** A step of the walkthrough or of a lesson's board, a part of a long lesson; whether there was one. */
function step(by) {
  if (!stage.drawn(deck.scene)) return false;
  return stage.step(deck.scene, by) || (!stage.view(deck.scene) && stage.scroll(deck.scene, by));
}

function reveal() {
  if (deck.asking) {
    deck.revealed = Boolean(deck.question); // not while it is on its way
    if (deck.question) stage.reveal(deck.scene);
  } else {
    const view = stage.view(deck.scene);
    if (view) view.go({ revealed: view.place().step });
  }
}

function act(what) {
  if (!deck.lecture) return;
  if (what === "times") deck.spent = spent(); // a presenter elsewhere has come, and counts on from here
  if (what === "times") return publish();
  const covered = deck.black || deck.door;
  if (what !== "black") Object.assign(deck, { black: false, door: false });
  if (covered && (what === "next" || what === "forward")) return changed(); // first what was covered is seen again
  if (what.startsWith("scene ")) enter(Number(what.slice(6)));
  else acts[what]?.();
  changed();
}

function key(event) {
  if (!event.isTrusted) return; // frames.js presses it for a board
  const what = meant(event), open = $.help.open;
  if (!what || event.target.closest?.("button, input, a") && event.key === " ") return;
  event.preventDefault();
  event.stopPropagation();
  if (open) $.help.close(); // a clicker's key closes it and does what it means
  if (what !== "keys") act(what);
  else if (!open) help();
}

/** What each key does; Esc closes a dialog by itself. */
function help() {
  const close = button(words.way_close, () => $.help.close());
  const keys = ["next", "previous", "forward", "back", "reveal", "black", "notes", "keys"].map((one) => make("li", { textContent: words[`way_${one}`] }));
  $.help.ariaLabel = words.keys_title;
  $.help.replaceChildren(make("h2", { textContent: words.keys_title }), make("ul", {}, ...keys), close);
  $.help.showModal();
}

function changed() {
  dress();
  publish();
}

/** To the presenter's window, and to the room. */
function publish() {
  const { scene: number, asking, revealed, black } = deck, question = asking && deck.question ? deck.question : null;
  tell({ state: { scene: number, asking, revealed, black, ...times, question, code: hall.code, here: hall.here, answered: answered() } });
  if (!hall.code || waiting) return;
  waiting = true; // of several changes in one moment the last is sent
  sending = sending.then(async () => {
    waiting = false;
    const held = room(), now = deck.asking && deck.question;
    const view = stage.view(deck.scene);
    const { status } = await post(`r/${held.code}/show`, { key: held.key, scene: deck.scene, place: view?.place() ?? null,
      asked: Boolean(now), revealed: Boolean(now) && deck.revealed, spent: deck.spent, question: now && !scene().computed ? asGuess() : null });
    if (status === 404) leaveRoom(words.room_over);
    if (!status) setTimeout(publish, AGAIN); // the network is away: the room follows once it is back
  }).catch(() => {});
}

const asGuess = () => {
  const { id, asked, said, choices, truth } = stage.guess(deck.scene).data;
  return { id, asked, said, choices, truth };
};
const answered = () => (deck.question ? counts(deck.question).answered : 0);

function dress() {
  const { lecture, asking, question, black } = deck;
  document.title = `${deck.scene + 1} · ${scene().headline}`;
  $.title.textContent = lecture.title;
  $.which.textContent = `${deck.scene + 1} / ${lecture.scenes.length}`;
  $.headline.textContent = scene().headline;
  $.joined.textContent = hall.code ? `${location.host}${at("r").pathname} · ${hall.code}` : "";
  $.people.textContent = hall.code ? words.here.replace("{count}", hall.here) : hall.said;
  $.keys.replaceChildren(...["keys_scene", "keys_step", "keys_reveal", "keys_black", "keys_notes", "keys_all"].map((one) => make("span", { textContent: words[one] })));
  $.progress.value = (deck.scene + 1) / lecture.scenes.length;
  $.black.hidden = !black;
  const shown = asking && question;
  $.asked.hidden = !shown;
  document.body.dataset.drawn = stage.drawn(deck.scene) ? deck.scene + 1 : "";
  $.coming.hidden = stage.drawn(deck.scene) && (!asking || Boolean(question));
  $.coming.textContent = words.coming;
  $.stage.classList.toggle("behind", asking); // also while the question is on its way: the picture would answer it
  if (shown) draw($.asked, { ...question, ...counts(question), revealed: deck.revealed }, words, { counted: Boolean(hall.code) });
  $.open.hidden = Boolean(hall.code) || (deck.scene > 0 && !hall.said); // a room that has ended may end in mid-lecture
  $.join.hidden = !hall.code || !(deck.door || shown);
  $.join.classList.toggle("door", deck.door);
  if (!$.join.hidden) dressJoin();
  if (shown) fit($.asked);
  const text = stage.view(deck.scene);
  const told = text && text.place().revealed === text.place().step ? text.text().answer : "";
  $.answer.hidden = !told || Boolean(shown);
  $.answer.innerHTML = told ?? ""; // made by markup.py
}

/** As large as it fits: a short question fills the screen, and a long answer cannot be scrolled by a clicker. */
function fit(node) {
  const boxes = [node, ...node.querySelectorAll(".choices > *, .word")]; // no word sticks out of its own
  for (let size = LARGEST; size >= SMALLEST; size -= 5) {
    node.style.fontSize = `${size / 100}rem`;
    if (node.scrollHeight <= node.clientHeight && boxes.every((box) => box.scrollWidth <= box.clientWidth)) return;
  }
}

const same = (one, other) => one.asked === other.asked && one.choices.join() === other.choices.join();

/** What the room has answered to this question. */
function counts(question) {
  const found = hall.state?.question, mine = found && same(found, question);
  return { answered: mine ? found.answered : 0, counts: mine && found.counts ? found.counts : question.choices.map(() => 0) };
}

function dressJoin() {
  const picture = make("div", { className: "qr" }), line = (textContent) => make("p", { textContent });
  picture.innerHTML = room()?.qr ?? ""; // drawn by segno, of the link alone
  const told = [make("div", { className: "letters", textContent: hall.code }), line(location.host + at("r").pathname),
    line(words.here.replace("{count}", hall.here))];
  const how = deck.door ? [line(words.join_how), line(alone("", words.this_computer_alone)), line(words.join_begin)] : [];
  $.join.replaceChildren(picture, ...told, ...how);
}

async function join() {
  hall.said = await openRoom();
  const held = room();
  if (!held) return dress();
  hall.code = held.code;
  deck.door = deck.scene === 0;
  address.searchParams.set("room", "1");
  history.replaceState(null, "", address);
  hall.stream?.close();
  hall.stream = listen(held.code, heard, () => leaveRoom(words.room_over));
  changed();
}

function heard(state) {
  if (state.ended) return leaveRoom(words.room_over);
  Object.assign(hall, { state, here: state.here });
  const [serial, what] = state.command;
  if (hall.serial !== null && serial > hall.serial) act(what);
  hall.serial = serial;
  dress();
  tell({ people: { here: hall.here, answered: answered(), code: hall.code } });
}

function leaveRoom(said) {
  hall.stream?.close();
  keepRoom(null);
  Object.assign(hall, { stream: null, code: "", here: 0, state: null, serial: null, said });
  address.searchParams.delete("room");
  history.replaceState(null, "", address);
  changed();
}

function tick() {
  times.spent[deck.scene] = (times.spent[deck.scene] ?? 0) + 1;
  $.clock.textContent = `${clock(times.spent.reduce((sum, one) => sum + (one ?? 0), 0))} / ${clock(60 * deck.lecture.minutes)}`;
  sessionStorage.setItem(CLOCK, JSON.stringify(times));
  tell({ times });
}

async function begin() {
  const { lecture, said } = await fetchLecture();
  if (!lecture) {
    $.headline.textContent = said;
    return $.shown.replaceChildren(toLectures());
  }
  deck.lecture = lecture;
  stage = frames($.stage, lecture.scenes, { address: at, key, ready: (number) => {
    if (number !== deck.scene) return;
    dress(); // its question may be long on its way
    if (scene().ask) fetchQuestion(number);
    else changed();
  } });
  addEventListener("keydown", key, true);
  $.open.textContent = words.open_lecture_room;
  $.open.title = words.open_lecture_room_help;
  $.open.onclick = join;
  enter(Number(address.searchParams.get("scene") ?? 1) - 1 || 0);
  setInterval(tick, 1000);
  if (room() || address.searchParams.has("room")) join();
}

begin();
