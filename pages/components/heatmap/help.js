// The keys, listed in a card at the stepper: for whoever presses "?" or the button.

/** Keys as they are written on the keyboard, by the word that says what they do. */
const KEYS = [
  ["keys_step", "←", "→"], ["keys_page", "n", "p"], ["keys_ends", "Home", "End"], ["keys_play", "Space"],
  ["keys_head", "h"], ["keys_choose", "Tab", "Enter"], ["keys_cell", "←", "↑", "→", "↓"], ["keys_back", "b"],
  ["keys_leave", "Esc"],
];

function createHelp() {
  const button = make("button", { type: "button", className: "keys", textContent: "?", ariaExpanded: "false" });
  const card = make("div", { className: "card", hidden: true, role: "note" });
  return { node: make("div", { className: "help" }, button, card), button, card };
}

function dressHelp({ bar: { help }, words }) {
  help.button.ariaLabel = help.button.title = help.card.ariaLabel = words.keys;
  help.card.replaceChildren(make("div", { className: "name", textContent: words.keys }), ...KEYS.flatMap(
    ([word, ...keys]) => [make("span", {}, ...keys.map((textContent) => make("kbd", { textContent }))),
      make("span", { textContent: words[word] })],
  ));
}

function toggleHelp({ bar: { help } }, open = help.card.hidden) {
  help.card.hidden = !open;
  help.button.ariaExpanded = String(open);
}
