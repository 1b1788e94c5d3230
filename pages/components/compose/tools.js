// The line of buttons above the frame: add a kind, choose a colour, remove, undo.
import { make } from "../board/dom.js";
import { add, paint, remove, undo } from "./things.js";

const SIGNS = { circle: "●", rectangle: "■", triangle: "▲" };

function button(word, sign, disabled, press, className = "") {
  const made = make("button", { type: "button", textContent: sign, title: word, ariaLabel: word, disabled, className });
  made.dataset.tool = word;
  made.addEventListener("click", press);
  return made;
}

function swatches(view) {
  const { colours, words } = view.data;
  const group = make("div", { className: "swatches", role: "radiogroup", ariaLabel: words.colour });
  for (const { name, css, word } of colours) {
    const one = button(word, "", false, () => paint(view, name), "swatch");
    one.role = "radio";
    one.ariaChecked = String(name === view.colour);
    one.style.setProperty("--swatch", css);
    group.append(one);
  }
  return group;
}

export function drawTools(view) {
  const { kinds, count, words } = view.data, { things, chosen, history } = view;
  if (count[0] === count[1]) {
    view.tools.replaceChildren(button(words.undo, `↶ ${words.undo}`, !history.length, () => undo(view)));
    return;
  }
  const focused = view.tools.getRootNode().activeElement?.dataset?.tool, full = things.length >= count[1];
  view.tools.replaceChildren(
    ...kinds.map(({ name, word }) => button(`${words.add} ${word}${full ? ` (${words.full})` : ""}`,
      `＋ ${SIGNS[name] ?? ""} ${word}`, full, () => add(view, name))),
    swatches(view),
    button(words.remove, `✕ ${words.remove}`, chosen === null || things.length <= count[0], () => remove(view)),
    button(words.undo, `↶ ${words.undo}`, !history.length, () => undo(view)));
  if (focused) [...view.tools.querySelectorAll("button")].find((one) => one.dataset.tool === focused && !one.disabled)?.focus();
}
