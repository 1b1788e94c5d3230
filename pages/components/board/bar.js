// The stepper: buttons, slider, groups, title, help.

import { make } from "./dom.js";
import { createHelp, dressHelp, toggleHelp } from "./help.js";
import { changeSpeed, togglePlay, waitAnew } from "./play.js";
import { frameOf, pathOf, placeOnPath, setStep, subscribe, walkBy } from "./store.js";

// The longest name of a group that is never cut, in letters.
const BRIEF = 7;

export function createBar() {
  const button = (className, textContent) => make("button", { type: "button", className, textContent });
  const previous = button("previous", "‹"), play = button("play", "▶"), next = button("next", "›");
  const speed = button("speed", "");
  const slider = make("input", { type: "range", min: 0, step: 1 }), groups = make("div", { className: "groups" });
  const count = make("span", { className: "count" }), group = make("span", { className: "group" });
  const title = make("span", { className: "title" }), help = createHelp();
  const node = make("div", { className: "bar", role: "group" },
    make("div", { className: "buttons" }, previous, play, next, speed),
    make("div", { className: "where" }, group, title), count, help.node,
    make("div", { className: "track" }, slider, groups));
  return { node, previous, play, next, speed, slider, groups, count, group, title, help, path: [] };
}

export function connectBar(board) {
  const { previous, play, next, speed, slider, help } = board.bar;
  previous.onclick = () => walkBy(board, -1);
  next.onclick = () => walkBy(board, 1);
  speed.onclick = () => changeSpeed(board);
  play.onclick = () => togglePlay(board);
  slider.oninput = () => setStep(board, pathOf(board)[Number(slider.value)]);
  help.button.onclick = () => toggleHelp(board);
  subscribe(board, ({ what }) => what === "step" && waitAnew(board));
}

/** Words and controls: what changes with the language or the set of frames. */
export function dress(board) {
  const { bar, words, spec, options, playing } = board;
  bar.node.hidden = !options.stepper;
  board.root.classList.toggle("fill", Boolean(options.fill));
  for (const name of ["previous", "next"]) bar[name].ariaLabel = bar[name].title = words[name];
  bar.play.ariaLabel = bar.play.title = playing ? words.pause : words.play;
  bar.play.textContent = playing ? "❚❚" : "▶";
  bar.speed.hidden = !options.fill;
  bar.speed.textContent = `${board.speed}×`;
  bar.speed.ariaLabel = bar.speed.title = `${words.speed} ${bar.speed.textContent}`;
  const path = pathOf(board);
  bar.slider.max = path.length - 1;
  bar.slider.ariaLabel = words.step;
  bar.node.ariaLabel = words.board;
  bar.path = path;
  dressHelp(board);
  const runs = [];
  path.forEach((at, index) => {
    const frame = spec.frames[at];
    if (runs.at(-1)?.group === frame.group) runs.at(-1).count += 1;
    else runs.push({ group: frame.group, name: frame.group || frame.title, index, count: 1 });
  });
  bar.groups.replaceChildren(...runs.map(({ name, index, count }) => {
    const segment = make("button", { type: "button", textContent: name, title: name, tabIndex: -1 });
    segment.style.flexGrow = count;
    segment.classList.toggle("brief", name.length <= BRIEF);
    segment.dataset.from = index;
    segment.dataset.to = index + count;
    segment.onclick = () => setStep(board, path[index]);
    return segment;
  }));
}

export function showWhere(board) {
  if (board.bar.path !== pathOf(board)) dress(board);  // a layer was opened or folded
  const { bar } = board, frame = frameOf(board), total = pathOf(board).length, index = placeOnPath(board);
  bar.slider.value = index;
  bar.slider.ariaValueText = `${frame.group} ${frame.title}`;
  bar.slider.style.setProperty("--done", total > 1 ? index / (total - 1) : 0);
  bar.count.textContent = `${index + 1} / ${total}`;
  bar.group.textContent = frame.group;
  bar.title.textContent = frame.title;
  bar.previous.disabled = index === 0;
  bar.next.disabled = index === total - 1;
  for (const segment of bar.groups.children) {
    segment.classList.toggle("active", index >= Number(segment.dataset.from) && index < Number(segment.dataset.to));
  }
}
