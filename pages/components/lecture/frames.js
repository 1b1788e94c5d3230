// The views of a lecture's scenes, each in a frame of its own: the shown one and its neighbours, which are loaded ahead.
//
// A sheet (view.js) is led by its `window.view`; a page of the app is drawn with nothing but its exhibit (projected.py)
// and hands over its guess (`window.guess`, guess.js). Frames are zoomed so that type is large enough for the last row;
// the whole machine is as wide as the screen.

import { isStill, make } from "../board/dom.js";

const TYPE = 1.6, LEAST = 1.3; // 28 pixels for 17.5 on a screen of 720 lines: wider, a window is a phone's; no view is shrunk below the second
const SHEET = 1.45, WHOLE = 1.04, LINES = 720, EVERY = 120, PATIENCE = 30000, AGAIN = 1500; // milliseconds
const MOST = 1.9, GROWS = 1.1, CROWDED = 0.9, TURNS = 5; // so far grows a view that leaves its place empty; turns of fitting
const CONTENT = "[data-testid=stMainBlockContainer]";
const OWN = "[data-testid=stElementContainer]:not([class*=st-key-offer]):has([data-testid*=stBidiComponent])";
const EMPTY = 40, SPILL = 10; // pixels of a page's own margins, and of the one below
const COMING = "[data-testid=stSkeleton], [data-testid=stVegaLiteChart]:not(:has(canvas, svg))"; // what has a place and no picture yet

const boardsOf = (inside) => Object.values(inside.__boards ?? {}).map((slot) => slot.view).filter((one) => one?.canvas.clientWidth);
const isCrowded = (inside) => boardsOf(inside).some(({ layout }) => layout?.crowded);
const wait = (time) => new Promise((done) => setTimeout(done, time));

/** @param place where they lie; @param ready(scene) hears when one is drawn; @param key(event) the keys pressed in them */
export function frames(place, scenes, { address, key, ready }) {
  const known = new Map();

  function load(number) {
    const scene = scenes[number];
    if (!scene || known.has(number)) return known.get(number);
    const frame = make("iframe", { src: address(scene.view), title: scene.headline, tabIndex: -1 });
    frame.style.zoom = (scene.sheet ? SHEET : TYPE) * scaleOf();
    const one = { frame, scene, number, drawn: false };
    frame.onload = () => {
      if (!frame.contentDocument) return setTimeout(() => (frame.src = address(scene.view)), AGAIN); // it was not reached
      frame.contentWindow.addEventListener("keydown", key, true);
      drawn(one).then(() => known.get(number) === one && ((one.drawn = true), ready(number)));
    };
    known.set(number, one);
    place.append(frame);
    return one;
  }

  /** Until it stands still; of a lesson, until it is as large as it fits. */
  async function drawn({ frame, scene }) {
    const inside = frame.contentWindow;
    if (scene.sheet) {
      await inside.view?.ready;
      return inside.view && size(frame, inside.view);
    }
    await still({ frame, scene });
    await settle(frame);
    watch(frame);
  }

  /** A picture whose module came late, or that grew when a control was moved, is fitted too. */
  async function watch(frame) {
    for (; frame.isConnected; await wait(4 * EVERY)) {
      if (!frame.settling && Number(frame.style.zoom) > LEAST * scaleOf() + 0.01 && isTooLarge(frame)) await settle(frame);
    }
  }

  function isTooLarge({ contentWindow: inside, contentDocument }) {
    return contentDocument?.querySelector(CONTENT)?.scrollHeight > inside.innerHeight + SPILL || isCrowded(inside);
  }

  /** Until its script has ended and nothing of it has grown since; a frame that was taken away is not waited for. */
  async function still({ frame, scene }) {
    for (let waited = 0, before = 0, same = 0; waited < PATIENCE && frame.isConnected && same < 3; waited += EVERY) {
      const now = isStill(frame.contentWindow, scene) ? frame.contentDocument.querySelector(CONTENT).scrollHeight : 0;
      same = now && now === before ? same + 1 : 0;
      before = now;
      await wait(EVERY);
    }
  }

  function size(frame, view) {
    frame.style.zoom = (view.place().step === "machine" ? WHOLE : SHEET) * scaleOf();
  }

  function isStill(inside, { ask, computed }) {
    const page = inside.document, app = page?.querySelector("[data-testid=stApp]");
    return app?.dataset.testScriptState === "notRunning" && page.querySelector("[data-testid=stMain] [data-testid=stElementContainer]")
      && ![...page.querySelectorAll(COMING)].some((one) => one.offsetParent) && (!ask || computed || inside.guess);
  }

  const roomOf = () => place.clientHeight;
  const scaleOf = () => window.innerHeight / LINES;
  const hasOwn = ({ contentDocument }) => [...contentDocument.querySelectorAll(OWN)].some((one) => one.offsetParent);

  /** A lesson's view as large as its place lets it be; its pictures were measured before all around them stood. */
  async function settle(frame) {
    frame.settling = true;
    await fitted(frame).finally(() => (frame.settling = false));
  }

  async function fitted(frame) {
    frame.room = roomOf();
    let most = MOST; // what was too large grows no more
    for (let turn = 0; turn < TURNS && frame.isConnected; turn += 1) {
      frame.contentWindow.dispatchEvent(new Event("resize"));
      await wait(2 * EVERY);
      if (!frame.isConnected) return;
      const before = Number(frame.style.zoom), type = TYPE * scaleOf();
      if (hasOwn(frame)) { // pictures of our own fill their place; one may come late, after the rest has grown
        most = 0;
        if (before > type) {
          frame.style.zoom = type;
          continue;
        }
      }
      const after = fit(frame, most);
      if (after === before) return;
      if (after < before) most = 0;
      await wait(EVERY);
    }
  }

  /** Shrink a view that is higher or wider than its place, or let one grow that is much lower; its zoom. */
  function fit(frame, most) {
    const inside = frame.contentWindow, box = frame.contentDocument.querySelector(CONTENT);
    const scale = scaleOf(), zoom = Number(frame.style.zoom) / scale, room = inside.innerHeight, width = inside.innerWidth;
    if (!box) return zoom * scale;
    const reach = Math.max(...[...box.querySelectorAll("table, canvas, svg")].map((one) => one.getBoundingClientRect().right), 0);
    const share = Math.min(isCrowded(inside) ? CROWDED : Infinity, Math.sqrt(room / box.scrollHeight), reach > width + 2 ? width / reach : Infinity);
    const wanted = share < 0.998 ? Math.max(LEAST, zoom * Math.max(0.8, share)) : share > GROWS ? Math.max(zoom, Math.min(most, zoom * share)) : zoom;
    if (Math.abs(wanted - zoom) > 0.01) frame.style.zoom = wanted * scale;
    return Number(frame.style.zoom);
  }

  function show(number) {
    for (const near of [number, number + 1, number - 1]) load(near);
    for (const [other, { frame }] of known) {
      if (Math.abs(other - number) > 1) {
        frame.remove();
        known.delete(other);
      } else frame.classList.toggle("shown", other === number);
    }
    const one = known.get(number); // a headline of two lines leaves it less room than it was fitted to
    if (one?.drawn && !one.scene.sheet && one.frame.room !== roomOf()) settle(one.frame);
    return one;
  }

  /** A step of a lesson's board, which a key on its pictures takes; whether it has one. */
  function walk(inside, by) {
    const board = boardsOf(inside).find(({ spec }) => spec?.frames.length > 1);
    if (!board || !(board.index + by in board.spec.frames)) return false;
    board.canvas.dispatchEvent(new inside.KeyboardEvent("keydown", { key: by > 0 ? "ArrowRight" : "ArrowLeft", bubbles: true, composed: true }));
    return true;
  }

  const view = (number) => (known.get(number)?.drawn ? known.get(number).frame.contentWindow.view : undefined);

  return {
    show,
    drawn: (number) => Boolean(known.get(number)?.drawn),
    view,
    isEmpty: (number) => known.get(number)?.frame.contentDocument?.querySelector(CONTENT)?.scrollHeight < EMPTY,
    guess: (number) => known.get(number)?.frame.contentDocument?.defaultView.guess,
    /** What a guess kept covered is drawn now. */
    reveal: async (number) => {
      const one = known.get(number), { guess } = one?.frame.contentWindow ?? {};
      if (!guess) return;
      guess.reveal();
      await wait(3 * EVERY);
      await still(one);
      await settle(one.frame);
    },
    step: (number, by) => {
      const { frame } = known.get(number), sheet = view(number);
      if (!sheet) return walk(frame.contentWindow, by);
      const found = sheet.step(by);
      if (found) size(frame, sheet);
      return found;
    },
    scroll: (number, by) => {
      const main = known.get(number)?.frame.contentDocument?.querySelector("[data-testid=stMain]"), before = main?.scrollTop;
      main?.scrollBy({ top: by * 0.6 * main.clientHeight, behavior: isStill() ? "instant" : "smooth" });
      return by > 0 || before > 0;
    },
  };
}
