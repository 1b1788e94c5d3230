// Panels wait below the fold: the box in the empty place of one is ticked when it stays near the screen for a moment.
// Nothing that is being read moves by what is drawn above it, and a link to a heading lands there.

const PLACE = "[class*='st-key-near-']:last-child", PANEL = "[class*='st-key-exhibit-']"; // nothing is drawn below the box
const MARGIN = "50%";  // of the window's height, above and below
const MOMENT = 250;  // milliseconds: whoever flies past asks for nothing
const DRAWING = 4000;  // milliseconds in which a panel's pictures come after it was asked for
const LANDING = 10000;  // milliseconds in which a page comes whose link names a heading
const READ = 0.4;  // of the window's height: what ends above this line has been read

const wanted = new Set(), timers = new WeakMap(), heights = new WeakMap(), asked = new WeakMap();
const goal = { id: "", until: 0 };
const resized = new ResizeObserver(settle);
let observer = null, resting = 0, asking = null, patience = 0;

const waits = (place) => Boolean(place?.isConnected && place.matches(PLACE));

/** One panel at a time, the nearest first: of two boxes ticked in one moment Streamlit would run the panel of one. */
function ask() {
  if (waits(asking) && performance.now() < patience) return;
  const middle = innerHeight / 2, far = (place) => Math.abs(place.getBoundingClientRect().top - middle);
  wanted.forEach((place) => waits(place) || wanted.delete(place));
  asking = [...wanted].sort((a, b) => far(a) - far(b))[0];
  const panel = asking?.closest(PANEL), box = asking?.querySelector("input");
  if (!box) return;
  patience = performance.now() + (box.checked ? 0 : DRAWING);  // ticked, and not drawn: untick, and ask again
  setTimeout(ask, box.checked ? MOMENT : DRAWING);
  asked.set(panel, performance.now());
  observer.root.style.overflowAnchor = "none";  // or else what is settled here would be settled twice
  clearTimeout(resting);
  resting = setTimeout((root) => root.style.removeProperty("overflow-anchor"), DRAWING, observer.root);
  box.click();
}

function want(place) {
  wanted.add(place);
  ask();
}

function seen(entries) {
  for (const { target, isIntersecting } of entries) {
    clearTimeout(timers.get(target));
    const moment = target.querySelector("input")?.checked ? DRAWING : MOMENT;  // ticked: it is on its way
    if (isIntersecting) timers.set(target, setTimeout(want, moment, target));
    else wanted.delete(target);
  }
}

/** The heading that the link names, until the reader moves. */
function land() {
  const heading = performance.now() < goal.until && goal.id && document.getElementById(goal.id);
  heading && heading.scrollIntoView();
  return Boolean(heading);
}

/** Panels have grown: where one stands above what is read, the page scrolls by as much. */
function settle(entries) {
  const landed = land();
  for (const { target } of entries) {
    const height = target.offsetHeight, grown = height - (heights.get(target) ?? height);
    heights.set(target, height);
    const due = grown && performance.now() < (asked.get(target) ?? -DRAWING) + DRAWING;
    const above = target.getBoundingClientRect().bottom - grown < READ * innerHeight;
    if (!landed && due && above) observer.root.scrollBy({ top: grown, behavior: "instant" });
  }
}

/** Look after what there is now; the page scrolls in an element of its own. */
function look() {
  const root = document.querySelector("[data-testid=stMain]");
  if (observer?.root !== root) {
    observer?.disconnect();
    observer = new IntersectionObserver(seen, { root, rootMargin: `${MARGIN} 0px` });
  }
  document.querySelectorAll(PLACE).forEach((place) => observer.observe(place));
  for (const panel of document.querySelectorAll(PANEL)) {
    if (heights.has(panel)) continue;
    heights.set(panel, panel.offsetHeight);
    resized.observe(panel);
  }
  land();
  ask();
}

function named(patience) {
  Object.assign(goal, { id: location.hash.slice(1), until: performance.now() + patience });
}

function released() {
  goal.until = 0;
}

/** Who searches or prints means the whole page. */
function all() {
  document.querySelectorAll(`${PLACE}:has(input:not(:checked))`).forEach(want);
}

function searched(event) {
  if ((event.ctrlKey || event.metaKey) && event.key === "f") all();
}

export function drawWhatComesNear() {
  if (window.__near) return;
  window.__near = new MutationObserver(look);
  window.__near.observe(document.body, { childList: true, subtree: true });
  const heard = [["keydown", searched], ["beforeprint", all], ["hashchange", () => named(DRAWING)],
                 ...["wheel", "touchmove", "pointerdown", "keydown"].map((name) => [name, released])];
  for (const [name, listener] of heard) window.addEventListener(name, listener, { capture: true, passive: true });
  named(LANDING);
  look();
}
