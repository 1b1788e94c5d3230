// The views of a lecture's scenes, each in a frame of its own: the shown one and its neighbours, which are loaded ahead.
//
// A sheet (view.js) is led by its `window.view`; a page of the app is drawn with nothing but its exhibit (projected.py)
// and hands over its guess (`window.guess`, guess.js). Frames are zoomed so that type is large enough for the last row;
// the whole machine is as wide as the screen.

import { make } from "../board/dom.js";

const TYPE = 1.75, LEAST = 1.4; // 28 pixels for 16 on a screen of 720 lines; no view is shrunk below the second
const SHEET = 1.45, WHOLE = 1.02, LINES = 720, EVERY = 120, PATIENCE = 30000; // milliseconds
const EMPTY = 40; // pixels of a page's own margins

const wait = (time) => new Promise((done) => setTimeout(done, time));

/** @param place where they lie; @param ready(scene) hears when one is drawn; @param key(event) the keys pressed in them */
export function frames(place, scenes, { address, key, ready }) {
  const known = new Map();

  function load(number) {
    const scene = scenes[number];
    if (!scene || known.has(number)) return known.get(number);
    const frame = make("iframe", { src: address(scene.view), title: scene.headline, tabIndex: -1 });
    frame.style.zoom = (scene.sheet ? SHEET : TYPE) * (window.innerHeight / LINES);
    const one = { frame, scene, number, drawn: false };
    frame.onload = () => {
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
    for (let waited = 0; waited < PATIENCE && !isStill(inside, scene); waited += EVERY) await wait(EVERY);
    for (let turn = 0; turn < 3 && fit(frame); turn += 1) await wait(3 * EVERY);
  }

  function size(frame, view) {
    frame.style.zoom = (view.place().step === "machine" ? WHOLE : SHEET) * (window.innerHeight / LINES);
  }

  function isStill(inside, { ask, computed }) {
    const app = inside.document?.querySelector("[data-testid=stApp]");
    return app?.dataset.testScriptState === "notRunning" && inside.document.querySelector("[data-testid=stMainBlockContainer]")
      && (!ask || computed || inside.guess);
  }

  /** Shrink a view that is higher than its place; whether it was. */
  function fit(frame) {
    const box = frame.contentDocument.querySelector("[data-testid=stMainBlockContainer]"), zoom = Number(frame.style.zoom);
    const least = LEAST * (window.innerHeight / LINES), high = box ? box.scrollHeight : 0, room = frame.contentWindow.innerHeight;
    if (high <= room + 2 || zoom <= least) return false;
    frame.style.zoom = Math.max(least, zoom * Math.max(0.8, Math.sqrt(room / high)));
    return true;
  }

  function show(number) {
    for (const near of [number, number + 1, number - 1]) load(near);
    for (const [other, { frame }] of known) {
      if (Math.abs(other - number) > 1) {
        frame.remove();
        known.delete(other);
      } else frame.classList.toggle("shown", other === number);
    }
    return known.get(number);
  }

  const view = (number) => known.get(number)?.frame.contentWindow?.view;

  return {
    show,
    drawn: (number) => Boolean(known.get(number)?.drawn),
    failed: (number) => known.get(number)?.frame.contentDocument?.body?.classList.contains("wrong"),
    view,
    isEmpty: (number) => known.get(number)?.frame.contentDocument?.querySelector("[data-testid=stMainBlockContainer]")?.scrollHeight < EMPTY,
    guess: (number) => known.get(number)?.frame.contentWindow?.guess,
    step: (number, by) => {
      const { frame } = known.get(number), found = view(number).step(by);
      if (found) size(frame, view(number));
      return found;
    },
    scroll: (number, by) => {
      const main = known.get(number)?.frame.contentDocument?.querySelector("[data-testid=stMain]");
      main?.scrollBy({ top: by * 0.6 * main.clientHeight, behavior: "smooth" });
    },
  };
}
