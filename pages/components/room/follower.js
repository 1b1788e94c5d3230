// A follower's page: it draws what the lecturer shows, and sends an answer when the room is asked.

import { make } from "../board/dom.js";
import { keep, kept } from "../kept.js";
import { fetchSheet } from "../sheet/fetched.js";
import { draw } from "./asked.js";
import { hear } from "./stream.js";

const { code, app } = document.body.dataset, words = JSON.parse(document.getElementById("words").textContent);
const line = document.getElementById("line"), asked = document.getElementById("asked"), place = document.getElementById("place");
const headline = document.getElementById("headline"), prose = document.getElementById("prose");
const base = new URL(`${app}r/${code}/`, location.href);
const ANSWERS = `answers ${code}`; // of whoever has this browser, by question: a phone is locked, and its page loaded anew
const view = { sheet: null, digest: "", opening: null, state: null, lost: false, sending: Promise.resolve(),
  chosen: new Map(kept(ANSWERS, [])),
  resized: true }; // whether the picture's place may be another than when it was measured
sessionStorage.setItem("following", code);

/** Who answers: a number by lot that this browser keeps for this room, and nobody else knows. */
function person() {
  const name = `person ${code}`;
  const made = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (!localStorage.getItem(name)) localStorage.setItem(name, made());
  return localStorage.getItem(name);
}

/** The app at the very view that is shown. */
function ownWay() {
  const { scene, place: at } = view.state, link = new URL(scene?.link ?? view.sheet.texts.link, new URL(app, location.href));
  if (!at) return link.href;
  for (const [name, value] of Object.entries({ step: at.step, head: at.head ?? "", tour: at.tour ? "1" : "" })) {
    if (value === "") link.searchParams.delete(name);
    else link.searchParams.set(name, value);
  }
  return link.href;
}

function dressLine() {
  const { state, sheet, lost } = view;
  const text = lost ? words.lost : words.following.replace("{code}", code);
  const { scene } = state ?? {}, which = scene?.number ? [make("span", { className: "which", textContent: `${scene.number} / ${scene.total}` })] : [];
  const ways = (sheet || scene) && !lost ? [make("a", { className: "button", href: ownWay(), textContent: words.own_way })] : [];
  line.replaceChildren(make("span", { className: lost ? "dot lost" : "dot" }), make("span", { className: "words", textContent: text }), ...which, ...ways);
  view.resized ||= headline.textContent !== (scene?.headline ?? "");
  headline.hidden = !scene;
  headline.textContent = scene?.headline ?? "";
  line.hidden = Boolean(state?.ended);
}

/** A sheet that is drawn once; a run that is shown anew is fetched anew. */
async function sheetOf({ sheet: digest }) {
  if (view.digest === digest) return view.opening;
  view.digest = digest;
  view.opening = fetchSheet(place, new URL(`sheet/${digest}`, base));
  view.opening.catch(() => (view.digest = "")); // asked for again with the next state
  return view.opening;
}

/** One after the other: of two quick taps the second counts, here and in the room. */
function choose(i) {
  const { question } = view.state;
  view.sending = view.sending.then(() => send(question, i));
}

async function send(question, i) {
  const body = JSON.stringify({ person: person(), question: question.id, choice: i });
  const answer = await fetch(new URL("answer", base), { method: "POST", body, headers: { "Content-Type": "application/json" } })
    .catch(() => ({ ok: false }));
  if (answer.ok) keep(ANSWERS, [...view.chosen.set(question.id, i)]);
  if (view.state.ended) return; // in the meantime
  ask();
  if (!answer.ok) asked.append(make("p", { className: "verdict", textContent: words[answer.status === 409 ? "too_late" : "not_sent"] }));
}

/** The question, in place of the picture while it is open and above it when it is revealed. */
function ask() {
  const { question } = view.state, covered = place.hidden;
  asked.hidden = !question;
  place.hidden = Boolean(question && !question.revealed) || Boolean(view.state.scene && !view.state.sheet); // before the first scene it says so
  prose.hidden = Boolean(question) || Boolean(view.state.sheet) || !view.state.scene;
  view.resized ||= covered && !place.hidden;
  if (!question) return;
  const chosen = view.chosen.get(question.id) ?? null;
  draw(asked, question, words, { chosen, choose: question.revealed ? null : choose });
  if (question.revealed) asked.classList.add("phone");
}

async function shown(state) {
  view.state = state;
  view.lost = false;
  if (state.ended) return over();
  ask();
  const of = state.scene && !state.sheet ? state.scene.link + state.scene.prose : prose.of;
  if (prose.of !== of) {
    Object.assign(prose, { innerHTML: state.scene.prose, of }); // made by markup.py
    prose.append(make("p", {}, make("a", { className: "button open", href: ownWay(), textContent: words.open_here })));
  }
  if (state.sheet) {
    view.sheet = await sheetOf(state).catch(() => null);
    if (view.state !== state) return; // a later one has come
  }
  dressLine();
  if (!state.sheet || !view.sheet) return;
  view.sheet.go(state.place);
  if (view.resized) dispatchEvent(new Event("resize"));
  view.resized = false;
}

function over() {
  if (view.state?.ended) sessionStorage.removeItem("following"); // not while the page is left for the app
  stream.close();
  asked.hidden = prose.hidden = headline.hidden = true;
  place.hidden = false;
  const ways = [make("p", { textContent: words.over })];
  if (view.sheet || view.state?.scene) ways.push(make("p", {}, make("a", { className: "button", href: ownWay(), textContent: words.own_way })));
  ways.push(make("p", {}, make("a", { href: new URL(`${app}r`, location.href).href, textContent: words.enter }))); // another room, where a server was begun anew
  place.replaceChildren(make("div", { className: "waiting" }, ...ways));
  line.hidden = true;
}

const stream = hear(new URL("events", base), { heard: shown, over,
  lost: () => {
    view.lost = true;
    dressLine();
  } });
