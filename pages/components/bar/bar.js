/**
 * What the bar needs from the browser: an entry of the history for each sentence, keys that go back to the page after a
 * click on the depth, links that lead to the same in another tab, and on a narrow screen a button that shows the tools.
 * data: { more: name of that button, longest: letters that a box for a sentence takes,
 *   apart: names of pages to which the text does not go, away: what to say while the server cannot be reached,
 *   back: to a lecture that is followed, entries: the parameters whose change is an entry }
 */

import { make } from "../board/dom.js";
import { begin, makeEntries, restore } from "../history.js";
import { drawWhatComesNear } from "../lesson/near.js";
import { mount } from "../mount.js";
import { showWayBack } from "../room/back.js";
import { address, keepApart } from "../search/address.js";
import { tellWhenAway } from "./connection_lost.js";

const LINKS = [...["stPageLink", "stMarkdownContainer", "stCaptionContainer"].map((one) => `[data-testid=${one}]`), ".route"]
  .map((place) => `${place} a`).join();
const shared = {  // one for all mounts: the page has one bar
  released: false, longest: -1, entries: [],
  led: new WeakMap(),  // of each link: what it said at first, and what it says now
};

/** What the reader does now makes at most one entry, and may hold what the last click let go. */
function remember() {
  begin();
  shared.released = false;
}

/** A choice made with the pointer leaves the keys to the page, also where its button is drawn anew and focused again. */
function release({ type, detail, target }) {
  if (!target.closest?.("[class*=st-key-depth-shown]")) return;
  if (type === "click" && detail > 0) shared.released = true;
  if (shared.released) requestAnimationFrame(letGo);
}

/** The keyboard's own focus stays: a button that it reached is :focus-visible. */
function letGo() {
  const held = document.activeElement;
  if (held?.closest("[class*=st-key-depth-shown]") && !held.matches(":focus-visible")) held.blur();
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

/** A link to a page, opened in another tab, leads where a click on one in the menu does: with what is chosen here. */
function lead(event) {
  const link = event.composedPath()[0].closest?.(LINKS), now = link?.getAttribute("href");
  if (!link || link.origin !== location.origin || /^#|glossary#/.test(now)) return; // here; opens a card
  const before = shared.led.get(link), said = before?.now === now ? before.said : now;
  link.href = address(said || ".", location, shared.entries);
  shared.led.set(link, { said, now: link.getAttribute("href") });
}

function fold(button, open) {
  button.ariaExpanded = String(open);
  document.documentElement.dataset.tools = open ? "open" : "";
}

/** No script draws anew for a sheet of paper: print.css turns what is dark, and shrinks the stage as it is laid out. */
function beforePrint() {
  const { dataset, style } = document.documentElement, told = document.querySelector(".st-key-told")?.offsetWidth;
  dataset.printed = getComputedStyle(document.querySelector("[data-testid=stApp]")).colorScheme;
  for (const [name, size] of Object.entries({ wide: innerWidth, high: innerHeight, told })) style.setProperty(`--printed-${name}`, `${size}px`);
  style.setProperty("--printed-zoom", Math.min(1, 718 / innerWidth));  // A4 within its margins
}

function create(parent, _, signal) {
  const button = make("button", { textContent: "⋯" });
  button.style.cssText = "width: 40px; height: 40px; border: 0; background: none; font: inherit; font-size: 20px; "
    + "color: inherit; cursor: pointer";
  button.addEventListener("click", () => fold(button, button.ariaExpanded !== "true"));
  parent.append(button);
  const escape = (event) => event.key === "Escape" && fold(button, false);
  const heard = [["pointerdown", remember], ["keydown", remember], ["keydown", escape], ["click", release],
                 ["focusin", release], ["popstate", restore], ["focusin", fill], ["focusin", limit],
                 ["pointerdown", lead], ["focusin", lead], ["click", lead],
                 ["beforeprint", beforePrint]];
  for (const [name, listener] of heard) window.addEventListener(name, listener, { capture: true, signal });
  fold(button, false);
  letGo(); // of a click that was made before this script had come
  return { root: button };
}

function update(view, data) {
  view.root.ariaLabel = view.root.title = data.more;
  shared.longest = data.longest;
  shared.entries = data.entries;
  keepApart(data.apart);
  makeEntries(data.entries);
  tellWhenAway(data.away, () => view.host.event("back", true));
  drawWhatComesNear();
  showWayBack(data.back);
}

export default mount({ create, update });
