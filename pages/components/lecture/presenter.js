// The presenter's window: notes, this scene and the next, clock and plan, who is here and how many have answered. It leads
// the projector, in this browser or, where there is a room, through that.

import { button, make } from "../board/dom.js";
import { CLOCK, at, byId as $, clock, fetchLecture, keepRoom, listen, meant, name, post, room, takeOver, toLectures, windows, words } from "./lecture.js";

const seen = { lecture: null, state: null, here: 0, answered: 0, code: "", stream: null, near: 0, far: 0, shown: "", told: "" };
const SHOWN = 20000; // milliseconds that a key stands on the screen
const NEAR = 3000; // milliseconds after which a projector in this browser is asked whether it is there: in a window that is covered its clock ticks rarely
const GONE = 6000; // after which it is told to be closed, until it or one that hears the room tells of itself

const send = windows((told) => {
  if (told.state || told.times || told.people) seen.near = Date.now(); // not of another presenter's window
  if (told.state) Object.assign(seen, { state: told.state, here: told.state.here, answered: told.state.answered });
  if (told.times && seen.state) Object.assign(seen.state, told.times);
  if (told.people) Object.assign(seen, told.people);
  follow(seen.state?.code || seen.code);
  dress();
});

/** To the projector of this browser, or to that which hears the room. */
function command(what) {
  const held = room();
  if (Date.now() - seen.near < NEAR || !held) return send({ command: what });
  return post(`r/${held.code}/command`, { key: held.key, what });
}

function follow(code) {
  if (!code || seen.stream?.code === code) return;
  seen.stream?.source.close();
  seen.stream = { code, source: listen(code, heard, () => dress()) };
}

/** What the room's stream tells, also where the projector is on another machine. */
function heard(told) {
  if (told.ended) keepRoom(null);
  Object.assign(seen, { here: told.here, answered: told.question?.answered ?? 0, code: told.ended ? "" : told.code });
  if (told.scene && Date.now() - seen.near > NEAR) {
    countOn(told.scene.spent);
    tellFar(told);
    seen.state = { ...seen.state, scene: told.scene.number - 1, asking: Boolean(told.question), revealed: told.question?.revealed ?? false,
      question: told.question };
  }
  dress();
}

/** Another scene, place or question comes of a projector elsewhere. */
function tellFar({ scene, place, question }) {
  const shown = JSON.stringify([scene.number, place, question?.id, question?.revealed]);
  if (seen.shown && shown !== seen.shown) seen.far = Date.now();
  seen.shown = shown;
}

const isGone = () => seen.near > seen.far && Date.now() - seen.near > GONE;

/** The seconds of a projector elsewhere, which says them when a scene begins and when it is asked; they go on here. */
function countOn(spent) {
  const told = JSON.stringify(spent);
  if (!seen.told) command("times");
  if (spent.length && told !== seen.told) seen.state = { ...seen.state, spent };
  seen.told = told;
}

function tick() {
  const { state, told, near } = seen;
  if (near && Date.now() - near > NEAR) send({ there: true });
  if (isGone() !== Boolean($.state.gone)) dress();
  if (!told || Date.now() - near < NEAR || !state.spent) return;
  state.spent[state.scene] += 1;
  dress();
}

function key(event) {
  const what = meant(event);
  if (!what || what === "notes" || what === "keys" || (event.target.closest("button") && event.key === " ")) return;
  event.preventDefault();
  command(what);
}

function dress() {
  const { lecture, state } = seen;
  if (!lecture) return;
  const number = state?.scene ?? 0, scene = lecture.scenes[number], following = lecture.scenes[number + 1];
  const [small, headline, notes] = $.now.children;
  $.title.textContent = lecture.title;
  dressState(state, number);
  small.textContent = `${number + 1} / ${lecture.scenes.length} · ${scene.page}`;
  headline.textContent = scene.headline;
  if (notes.scene !== number) Object.assign(notes, { innerHTML: scene.notes || `<p>${words.no_notes}</p>`, scene: number }); // by markup.py
  $.next.firstChild.textContent = following ? words.next_scene : words.last_scene;
  $.next.lastChild.textContent = following?.headline ?? "";
  $.people.textContent = seen.code || state?.code
    ? [words.here.replace("{count}", seen.here), ...(state?.asking ? [words.answered.replace("{count}", seen.answered)] : [])].join(" · ") : words.no_room_yet;
  if ($.end) $.end.hidden = !room();
  dressPlan(lecture, state, number);
}

function dressState(state, number) {
  if (isGone()) return sayGone(number);
  $.state.gone = "";
  $.state.textContent = !state ? words.no_projector : state.black ? words.is_black : state.asking ? words[state.revealed ? "is_revealed" : "is_asking"] : "";
}

/** Said once, with the way back to where it was. */
function sayGone(number) {
  const link = at(`projector?lecture=${encodeURIComponent(name)}&scene=${number + 1}${room() ? "&room=1" : ""}`).href;
  if ($.state.gone === link) return;
  $.state.gone = link;
  const again = make("a", { href: link, target: "_blank", rel: "opener", textContent: words.projector_again });
  again.onclick = () => sessionStorage.setItem(CLOCK, JSON.stringify({ spent: seen.state.spent })); // of which its session is a copy
  $.state.replaceChildren(`${words.projector_gone} · `, again);
}

/** Elapsed and planned, for all and for each scene; how far ahead or behind. */
function dressPlan(lecture, state, number) {
  const spent = lecture.scenes.map((_, i) => state?.spent?.[i] ?? 0), elapsed = spent.reduce((sum, one) => sum + one, 0);
  const until = lecture.scenes.slice(0, number + 1).reduce((sum, scene) => sum + 60 * scene.minutes, 0);
  const before = until - 60 * lecture.scenes[number].minutes, off = elapsed > until ? elapsed - until : elapsed < before ? elapsed - before : 0;
  const said = !state?.spent ? "–" : Math.abs(off) < 30 ? words.in_time : words[off > 0 ? "behind" : "ahead"].replace("{time}", clock(Math.abs(off)));
  $.clock.textContent = `${clock(elapsed)} / ${clock(60 * lecture.minutes)} · ${said}`;
  lecture.scenes.forEach(({ minutes }, i) => {
    const line = $.plan.children[i].firstChild;
    line.lastChild.textContent = `${clock(spent[i])} / ${clock(60 * minutes)}`;
    if (i === number) line.setAttribute("aria-current", "step");
    else line.removeAttribute("aria-current");
  });
  if ($.plan.scene === number) return; // every second: where she scrolled to stays
  $.plan.scene = number;
  $.plan.children[number].scrollIntoView({ block: "nearest" });
}

/** Made once: what is pressed or has the focus is not taken away when the clock ticks. */
function plan({ scenes }) {
  $.plan.replaceChildren(...scenes.map((scene, i) => {
    const line = make("button", { type: "button", title: scene.headline }, make("span", { textContent: `${i + 1} ${scene.headline}` }), make("b"));
    line.onclick = () => command(`scene ${i}`);
    return make("li", {}, line);
  }));
}

function ways() {
  const commands = ["previous", "back", "forward", "reveal", "black", "next"];
  $.end = button(words.end, async () => {
    const held = room();
    if (held) await post(`r/${held.code}/end`, { key: held.key });
  });
  const key = button(words.show_key, () => {
    const held = room();
    key.textContent = held ? `${held.code} · ${held.key}` : words.no_room_yet;
    setTimeout(() => (key.textContent = words.show_key), SHOWN);
  });
  $.ways.replaceChildren(...commands.map((what) => button(words[`way_${what}`], () => command(what))), $.end, key);
}

/** On another machine: code and key are typed in; they go into a post, and into no address. */
function lead() {
  const code = make("input", { name: "code", required: true, maxLength: 5, autocomplete: "off", autocapitalize: "characters" });
  const secret = make("input", { name: "key", type: "password", required: true, maxLength: 40, autocomplete: "off" });
  const said = make("p", { role: "alert" }), go = make("button", { textContent: words.lead });
  const form = make("form", { method: "post", id: "lead" }, make("h1", { textContent: words.lead_title }), make("p", { textContent: words.lead_help }),
    make("label", { textContent: words.code }, code), make("label", { textContent: words.key }, secret), go, said);
  form.onsubmit = async (event) => {
    event.preventDefault();
    const held = { code: code.value.normalize("NFKC").replace(/\s/g, "").toUpperCase(), key: secret.value.trim() };
    const { ok, told } = await post(`r/${encodeURIComponent(held.code)}/lead`, { key: held.key });
    if (!ok) return void (said.textContent = told.said ?? words.not_reached);
    takeOver(held, told);
  };
  document.querySelector("main").replaceChildren(form);
  code.focus();
}

async function begin() {
  if (!name) return lead();
  const { lecture, said } = await fetchLecture();
  if (!lecture) return document.querySelector("main").replaceChildren(make("section", {}, make("h1", { textContent: said }), toLectures()));
  seen.lecture = lecture;
  addEventListener("keydown", key);
  ways();
  plan(lecture);
  dress();
  send({ hello: true });
  follow(room()?.code);
  setInterval(tick, 1000);
}

begin();
