// Which lecture a page shows, its room, and the other windows of it in this browser.

import { make } from "../board/dom.js";
import { keep, kept } from "../kept.js";
import { hear } from "../room/stream.js";

const { app } = document.body.dataset;
export const words = JSON.parse(document.getElementById("words").textContent);
export const address = new URL(location.href);
/** The elements of the page that have an id, by it. */
export const byId = Object.fromEntries([...document.querySelectorAll("[id]")].map((node) => [node.id, node]));
export const name = address.searchParams.get("lecture") ?? "";
export const CLOCK = `lecture clock ${name}`; // in the session of a projector's window: the seconds of each scene
const OWN = "own", ROOM = `lecture room ${name}`, KEPT = "lecture of my own";

/** A path of the app, in the language of this page. */
export const at = (path) => {
  const found = new URL(app + path, location.href);
  if (!found.searchParams.has("lang")) found.searchParams.set("lang", document.documentElement.lang);
  return found;
};

/** What says which lecture it is: a ready one by its name, the reader's own by its text, which lies in this browser. */
export const which = () => ({ name, text: name === OWN ? localStorage.getItem(KEPT) ?? "" : null });

export async function post(path, told) {
  const answer = await fetch(at(path), { method: "POST", body: JSON.stringify(told), headers: { "Content-Type": "application/json" } })
    .catch(() => null);
  return { ok: Boolean(answer?.ok), status: answer?.status ?? 0, told: answer ? await answer.json().catch(() => ({})) : {} };
}

/** The lecture as the server reads it; or what is wrong, in words. */
export async function fetchLecture() {
  const asked = which();
  if (!name) return { said: words.no_lecture_named };
  if (asked.text === "") return { said: words.no_own_lecture };
  const { ok, told } = await post("r/lecture", asked);
  return ok ? { lecture: told } : { said: told.said ?? words.not_reached };
}

/** The way on from a link to no lecture. */
export const toLectures = () => make("a", { href: at("lectures").href, textContent: words.to_lectures });

export const room = () => kept(ROOM);
export const keepRoom = (found) => keep(ROOM, found && { code: found.code, key: found.key, qr: found.qr });

/** The room of another machine, led from here: its lecture is kept as that machine has it, and this page goes there. */
export function takeOver({ code, key }, { name: led, text }) {
  if (text !== null) localStorage.setItem(KEPT, text);
  const own = text === null ? led : OWN;
  keep(`lecture room ${own}`, { code, key, qr: "" });
  location.search = new URLSearchParams({ lecture: own, lang: document.documentElement.lang }).toString();
}

/** A room for this lecture: the one that is kept, or a new one; what is wrong, where there is none. */
export async function openRoom() {
  if (room()) return "";
  const { ok, told } = await post("r/open", which());
  if (ok) keepRoom(told);
  return ok ? "" : told.said ?? words.not_reached;
}

/** The other windows of this lecture in this browser. */
export function windows(heard) {
  const channel = new BroadcastChannel(`lecture ${name}`);
  channel.onmessage = ({ data }) => heard(data);
  return (told) => channel.postMessage(told);
}

/** The stream of a room, with the numbers of people. */
export const listen = (code, heard, over) => hear(new URL(`${app}r/${code}/events?counts`, location.href), { heard, over });

export const clock = (seconds) => {
  const whole = Math.max(0, Math.floor(seconds)), two = (n) => String(n).padStart(2, "0");
  return `${two(Math.floor(whole / 60))}:${two(whole % 60)}`;
};

/** What each key of a presenter's clicker means; the same in both windows. */
const KEYS = { PageDown: "next", PageUp: "previous", ArrowRight: "forward", ArrowDown: "forward", ArrowLeft: "back",
  ArrowUp: "back", ".": "black", b: "black", B: "black", " ": "reveal", n: "notes", N: "notes", "?": "keys", "？": "keys" };

/** What a key asks for; held down, B turns the screen black once. */
export const meant = ({ key, repeat, metaKey, ctrlKey, altKey }) =>
  metaKey || ctrlKey || altKey || (repeat && KEYS[key] === "black") ? null : KEYS[key];
