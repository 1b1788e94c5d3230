// The menu of a picture: files, clipboard, table.

import { button } from "./dom.js";
import { copyPicture, saveCsv, savePng, saveSvg } from "./save.js";
import { toggleTable } from "./table.js";

const ACTIONS = { save_png: savePng, save_svg: saveSvg, save_csv: saveCsv, copy: copyPicture, table: toggleTable };

/** One menu button per picture, kept in the picture's corner. */
export function placeMenus(board) {
  const { menus, layout, words } = board;
  while (menus.children.length > layout.boxes.length) menus.lastChild.remove();
  layout.boxes.forEach((box, i) => {
    const more = menus.children[i] ?? menus.appendChild(button("⋯", null, { className: "more", ariaHasPopup: "menu" }));
    more.ariaLabel = more.title = `${words.menu} ${box.picture.title}`.trim();
    more.hidden = !box.picture.bits;
    more.style.transform = `translate(${box.x + box.width - 34}px, ${box.y + (box.titleY ?? 17) - 11}px)`;
    more.onclick = (event) => openMenu(board, box, event);
  });
}

function openMenu(board, box, { currentTarget: more }) {
  const { menu, words } = board, same = menu.dataset.picture === box.picture.name;
  closeMenu(board);
  if (same) return;
  const back = () => {
    closeMenu(board);
    more.focus({ preventScroll: true });
  };
  const items = Object.entries(ACTIONS).map(([word, act]) => button(words[word], () => {
    back();
    act(board, box.picture);
  }, { role: "menuitem" }));
  const at = (steps) => items.at((items.findIndex((item) => item.matches(":focus")) + steps) % items.length);
  menu.replaceChildren(...items);
  menu.onkeydown = (pressed) => {
    const to = { ArrowDown: at(1), ArrowUp: at(-1), Home: items[0], End: items.at(-1) }[pressed.key];
    if (!to && pressed.key !== "Escape") return;
    pressed.preventDefault(); // or it would leave a level of the board too, or scroll the page
    if (to) to.focus();
    else back();
  };
  menu.dataset.picture = box.picture.name;
  menu.hidden = false;
  const left = Math.min(box.x + box.width - 34, board.stage.clientWidth - menu.offsetWidth - 4);
  menu.style.transform = `translate(${Math.max(0, left)}px, ${box.y + 32}px)`;
  items[0].focus({ preventScroll: true });
}

export function closeMenu(board) {
  board.menu.hidden = true;
  delete board.menu.dataset.picture;
}
