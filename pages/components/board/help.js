// The keys, listed in a card at the stepper: for whoever presses "?" or the button.

import { make } from "./dom.js";
import { hasLetters, setLetters } from "./letters.js";

const EDGE = 8; // pixels between the card and the window's edge, where the stepper stands at the left

/** Keys as they are written on the keyboard, by the word that says what they do. */
const KEYS = [
  ["keys_step", "←", "→"], ["keys_page", "n", "p"], ["keys_ends", "Home", "End"], ["keys_play", "Space"],
  ["keys_head", "h"], ["keys_choose", "Tab", "Enter"], ["keys_cell", "←", "↑", "→", "↓"], ["keys_back", "b"],
  ["keys_full", "f"], ["keys_leave", "Esc"], ["keys_undo", "Ctrl+Z", "⌘Z"],
];

export function createHelp() {
  const button = make("button", { type: "button", className: "keys", textContent: "?", ariaExpanded: "false" });
  const card = make("div", { className: "card", hidden: true, role: "group" });
  return { node: make("div", { className: "help" }, button, card), button, card };
}

export function dressHelp({ bar: { help }, words, options }) {
  const letters = make("input", { type: "checkbox", checked: hasLetters() });
  letters.onchange = () => setLetters(letters.checked);
  help.button.ariaLabel = help.button.title = help.card.ariaLabel = words.keys;
  help.card.replaceChildren(make("div", { className: "name", textContent: words.keys }), ...KEYS.flatMap(
    ([word, ...keys]) => [make("span", {}, ...keys.map((textContent) => make("kbd", { textContent }))),
      make("span", { textContent: words[word === "keys_play" && options.fill ? "keys_answer" : word] })],
  ), make("label", { className: "letters" }, letters, words.letters));
}

export function toggleHelp({ bar: { help } }, open = help.card.hidden) {
  help.card.hidden = !open;
  help.card.style.translate = "none";
  if (open) help.card.style.translate = `${Math.max(0, EDGE - help.card.getBoundingClientRect().left)}px`;
  help.button.ariaExpanded = String(open);
}
