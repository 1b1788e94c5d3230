// A machine that is touched: pointer, keyboard and camera over a canvas, and the words of what is under the pointer.
//
//   const touched = touch(host, canvas, { box(id or null), follow(row or null) }, signal)
//   show(touched, { places, theme, ratio, look: { follow, off }, label })      hide(touched)
//
// `host` lies over the canvas at the same place; it gets the buttons and the tip.

import { make } from "../board/dom.js";
import { focusBox, moveFocus, placeButtons } from "./buttons.js";
import { aim, travel, viewOf, WHOLE } from "./camera.js";
import { describe } from "./describe.js";
import { hit, wholeRect } from "./hit.js";
import { paint } from "./paint.js";

export function touch(host, canvas, says, signal) {
  const buttons = make("div", { className: "places", role: "group" });
  const tip = make("div", { className: "said", hidden: true, ariaHidden: "true" });
  const touched = { host, canvas, buttons, tip, says, at: WHOLE, inside: null, hover: null, memory: {}, shown: null };
  host.append(buttons, tip);
  const on = (target, name, act) => target.addEventListener(name, (event) => touched.shown && act(event), { signal });
  on(canvas, "pointermove", (event) => point(touched, under(touched, event), event));
  on(canvas, "pointerleave", () => point(touched, null));
  on(canvas, "click", (event) => choose(touched, under(touched, event)));
  on(host, "keydown", (event) => onKey(touched, event));
  return touched;
}

/** Shows a machine, or the same one with another look; the camera stays where it is if its box is still there. */
export function show(touched, shown) {
  const known = shown.places.boxes.some((box) => box.id === touched.inside);
  const other = touched.shown?.places !== shown.places;
  touched.shown = shown;
  touched.inside = known ? touched.inside : null;
  touched.host.hidden = false;
  if (other) {
    touched.hover = null;
    placeButtons(touched.buttons, shown.places, shown.label,
      { choose: (found) => choose(touched, found), point: (found) => point(touched, found) });
  }
  touched.arrive?.();
  draw(touched, touched.inside ? viewOfBox(touched, touched.inside) : WHOLE);
}

/** Something else is on the canvas now. */
export function hide(touched) {
  touched.arrive?.();
  Object.assign(touched, { shown: null, inside: null, hover: null, at: WHOLE });
  touched.host.hidden = touched.tip.hidden = true;
  touched.canvas.style.cursor = "";
}

const under = ({ shown, at }, { offsetX, offsetY }) =>
  hit(shown.places, offsetX / at.scale + at.x, offsetY / at.scale + at.y);

function viewOfBox({ shown: { places } }, id) {
  return viewOf(wholeRect(places.boxes.find((box) => box.id === id)), places.width, places.height);
}

function draw(touched, at = touched.at, sharp = at.scale !== 1) {
  const { canvas, shown, hover, memory } = touched, context = canvas.getContext("2d");
  touched.at = at;
  touched.buttons.hidden = at.scale !== 1;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = shown.theme.page;
  context.fillRect(0, 0, canvas.width, canvas.height);
  aim(context, at, shown.ratio);
  paint(context, shown.theme, shown.places, { ...shown.look, hover, ratio: shown.ratio, sharp }, memory);
}

/** The pointer, or the keyboard's focus, is on something: it lights up, and a tip says what it is. */
function point(touched, found, event = null) {
  const { tip, canvas, host, shown } = touched, same = JSON.stringify(found) === JSON.stringify(touched.hover);
  touched.hover = found;
  if (!same) draw(touched);
  canvas.style.cursor = found ? "pointer" : "";
  tip.hidden = !found || !event;
  if (tip.hidden) return;
  tip.textContent = describe(shown.places, found);
  const left = Math.min(event.offsetX + 14, Math.max(host.clientWidth, shown.places.width) - tip.offsetWidth - 4);
  tip.style.transform = `translate(${left}px, ${Math.max(0, event.offsetY - tip.offsetHeight - 10)}px)`;
}

/** A word is followed; a box is entered; a ribbon leads into its box. */
function choose(touched, found) {
  const { shown, says } = touched;
  if (!found) return;
  if (found.kind === "word") {
    const { stream, index } = found, now = shown.look.follow;
    says.follow(now?.stream === stream && now?.index === index ? null : { stream, index });
  } else go(touched, found.kind === "box" ? found.box : shown.places.ribbons[found.ribbon].box);
}

/** The camera goes into a box, or with null back out to the whole machine; on arrival it is told. */
function go(touched, box) {
  const { buttons, host, tip } = touched;
  if (box && buttons.contains(host.getRootNode().activeElement)) host.focus(); // its button is hidden from now on
  touched.arrive?.();
  touched.inside = box;
  touched.hover = null;
  tip.hidden = true;
  touched.arrive = travel(touched.at, box ? viewOfBox(touched, box) : WHOLE, (at, arrived) => {
    draw(touched, at, arrived && at.scale !== 1);
    if (arrived) touched.says.box(box);
  });
}

function onKey(touched, event) {
  const { inside, buttons } = touched;
  if (event.key === "Escape" && inside) {
    go(touched, null);
    setTimeout(() => focusBox(buttons, inside), 0); // once the buttons are shown again
  } else if (!moveFocus(buttons, event)) return;
  event.preventDefault();
  event.stopPropagation();
}
