// The machine as a component of its own: a canvas, what lies over it, and Python's word on both.

import { readTheme } from "../board/colours.js";
import { isNarrow, make } from "../board/dom.js";
import { textWidth } from "../board/text.js";
import { connect, disconnect, mount } from "../mount.js";
import { colours } from "./colours.js";
import { layout } from "./layout.js";
import { openMachine } from "./payload.js";
import { show, touch } from "./touch.js";

// On a narrower screen the machine scrolls within its place; on one held upright it is no wider than high, so that it is laid
// out as such. Where its height is given, the text stands below it and no card on it; it is twice as wide as high.
const LEAST_WIDTH = 720, LEAST_HEIGHT = 320, BELOW = 12;
const SIDEWAYS = 460, UPRIGHT = 700; // the least height on a phone, whose page scrolls, and whose stage is so much higher (stage.css)
const CARD_AREA = 125000; // a card with less room, in square pixels, has smaller letters

function create(parent, _, signal) {
  const canvas = make("canvas", { ariaHidden: "true" }), over = make("div", { className: "over", tabIndex: -1 });
  const probe = make("span", { hidden: true }), root = make("div", { className: "machine" }, canvas, over, probe);
  const view = { root, canvas, over, probe, spec: null, control: null };
  view.touched = touch(over, canvas, {
    box: (id) => view.host.event("box", { value: id }),
    follow: (row) => {
      obey(view, { ...view.control, follow: row });
      view.host.event("follow", { value: row });
    },
  }, signal);
  parent.append(root);
  view.resizing = new ResizeObserver(() => arrange(view));
  view.resizing.observe(root);
  window.addEventListener("resize", () => arrange(view), { signal }); // a lower window leaves the root as wide and high
  return view;
}

function leastHeight(control) {
  if (!isNarrow()) return LEAST_HEIGHT;
  return control.height || window.innerWidth > window.innerHeight ? SIDEWAYS : UPRIGHT;
}

/** Lays everything out anew: other spec, words, size or theme. */
function arrange(view) {
  const { root, canvas, over, spec, control } = view, top = root.getBoundingClientRect().top + window.scrollY;
  if (!spec || !control || !root.clientWidth) return;
  const room = Math.floor(control.height ?? window.innerHeight - top - BELOW);
  const height = Math.max(leastHeight(control), room);
  const least = control.height || height === SIDEWAYS ? 2 * height : Math.min(LEAST_WIDTH, height - 1), ratio = window.devicePixelRatio || 1;
  const width = Math.max(least, Math.floor(root.clientWidth));
  const read = (view.read = readTheme(view.host, view.probe, view.read));
  Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
  canvas.style.width = over.style.width = `${width}px`;
  canvas.style.height = root.style.height = over.style.height = `${height}px`;
  const measure = (text, size, weight = 400) => textWidth(read, text, size, weight);
  view.arranged = { ratio, theme: colours(read.dark, read.page, read.ink, read.font),
    places: layout({ ...spec, words: control.words }, width, height, measure, !control.height) };
  const { free, order } = view.arranged.places, page = document.documentElement;
  page.style.setProperty("--machine-free", `${Math.round(free.y)}px`); // where a card may begin
  page.dataset.card = free.width * free.height < CARD_AREA ? "small" : "large";
  page.dataset.tracks = order.length; // beside a single one the left is free up to the top
  dress(view);
}

function dress({ touched, arranged, control: { follow, off, words } }) {
  show(touched, { ...arranged, look: { follow, off }, label: words.machine });
}

/** What Python says anew at each run: followed word, boxes that are off, words; a sheet tells the height too. */
function obey(view, control) {
  const before = view.control, laid = (word) => JSON.stringify([word?.words, word?.height]);
  view.control = control;
  if (!view.spec) return;
  if (!view.arranged || laid(before) !== laid(control)) return arrange(view);
  dress(view);
}

function update(view, bytes) {
  const spec = openMachine(bytes), { key } = spec;
  if (spec.version !== view.spec?.version) {
    view.spec = spec;
    view.control ??= window.__machines?.[key]?.control ?? null;
    arrange(view);
  }
  connect(view, "__machines", key, (control) => control !== view.control && obey(view, control));
}

function end(view) {
  view.resizing.disconnect();
  disconnect(view, "__machines", view.spec.key);
}

export default mount({ create, update, end });
