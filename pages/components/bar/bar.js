/**
 * What the bar needs from the browser: an entry of the history for each sentence, keys that go back to the page after a
 * click on the depth, and on a narrow screen a button that shows the tools.
 * data: { more: name of that button, sentence: [model, text], longest: letters that a box for a sentence takes,
 *   away: what to say while the server cannot be reached }
 */

import { drawWhatComesNear } from "../lesson/near.js";
import { tellWhenAway } from "./away.js";

const SETTLED = 250;  // milliseconds until Streamlit has written a choice to the address
const ENTRIES = ["model", "text", "lang", "depth", "edits"];  // what makes an entry of the history
const shared = (window.__bar ??= watch({ before: location.href, pushed: false, restored: false, sentence: null, longest: -1 }));

/** One action of the reader makes one entry: whatever Streamlit pushes after the first is written over it. A choice on
 *  the page itself, a slider or a chosen pixel, makes none. */
function watch(found) {
  const push = history.pushState.bind(history);
  history.pushState = (...entry) => {
    if (found.pushed || sameRun(entry[2])) return history.replaceState(...entry);
    push(...entry);
    found.pushed = true;
  };
  return found;
}

/** Whether an address is this page's own, with the same model, sentence, language, depth and edits. */
function sameRun(address) {
  const now = new URL(location.href), then = new URL(address, now);
  return now.pathname === then.pathname
    && ENTRIES.every((name) => now.searchParams.get(name) === then.searchParams.get(name));
}

/** Where the reader was before what they do now. */
function remember() {
  shared.before = location.href;
  shared.released = false;
  shared.pushed = false;
  shared.restored = false;
}

/** The reader went back or forward: what changes now has its entry already. */
function restore() {
  shared.restored = true;
}

/** A typed sentence is written over the old address: that gets its entry back. One that Python sets has its own. */
function enter() {
  const before = new URL(shared.before), now = new URL(location.href);
  if (shared.restored || shared.pushed || before.pathname !== now.pathname) return;
  const differs = ["text", "model"].some((name) => before.searchParams.get(name) !== now.searchParams.get(name));
  if (!differs) return;
  history.replaceState(history.state, "", before);
  history.pushState(history.state, "", now);
}

/** A choice made with the pointer leaves the keys to the page, also where its button is drawn anew and focused again. */
function release({ type, detail, target }) {
  if (!target.closest?.(".st-key-depth-shown")) return;
  if (type === "click" && detail > 0) shared.released = true;
  if (shared.released) requestAnimationFrame(letGo);
}

/** The keyboard's own focus stays: a button that it reached is :focus-visible. */
function letGo() {
  const held = document.activeElement;
  if (held?.closest(".st-key-depth-shown") && !held.matches(":focus-visible")) held.blur();
}

/** The example that stands in the empty box can be edited like a sentence that was typed. */
function fill({ target }) {
  if (!target.matches?.(".st-key-text input") || target.value) return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(target, target.placeholder);
  target.dispatchEvent(new Event("input", { bubbles: true }));
  target.select();
}

/** What is pasted into a box is cut where it is full: Streamlit would leave it out whole, without a word. */
function limit({ target }) {
  if (target.matches?.(".st-key-text input, .st-key-asked input")) target.maxLength = shared.longest;
}

function fold(button, open) {
  button.ariaExpanded = String(open);
  document.documentElement.dataset.tools = open ? "open" : "";
}

function create(parent) {
  const button = document.createElement("button");
  button.textContent = "⋯";
  button.style.cssText = "width: 36px; height: 36px; border: 0; background: none; font: inherit; font-size: 20px; "
    + "color: inherit; cursor: pointer";
  button.addEventListener("click", () => fold(button, button.ariaExpanded !== "true"));
  parent.append(button);
  const escape = (event) => event.key === "Escape" && fold(button, false);
  const heard = [["pointerdown", remember], ["keydown", remember], ["keydown", escape], ["click", release],
                 ["focusin", release], ["popstate", restore], ["focusin", fill], ["focusin", limit]];
  for (const [name, listener] of heard) window.addEventListener(name, listener, true);
  fold(button, false);
  letGo(); // of a click that was made before this script had come
  return { button, end: () => heard.forEach(([name, listener]) => window.removeEventListener(name, listener, true)) };
}

export default function ({ data, parentElement, setTriggerValue }) {
  const view = (parentElement.bar ??= create(parentElement));
  view.button.ariaLabel = view.button.title = data.more;
  shared.longest = data.longest;
  tellWhenAway(data.away, () => setTriggerValue("back", true));
  drawWhatComesNear();
  const sentence = data.sentence.join(" ");
  if (shared.sentence !== null && shared.sentence !== sentence) setTimeout(enter, SETTLED);
  shared.sentence = sentence;
  return () => {
    view.end();
    parentElement.replaceChildren();
    delete parentElement.bar;
  };
}
