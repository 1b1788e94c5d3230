/**
 * Cards of the glossary: a link to a word opens its card when it is pointed at or has the focus. The card can be
 * pointed at too, stays until pointer and focus have left both, and Escape closes it (WCAG 1.4.13).
 * data: { terms: { id: [name, explanation] }, all: name of the link to the page of all words }
 */

import { make } from "../board/dom.js";

const LINK = 'a[href*="glossary#"]';
const OPENS = 120, STAYS = 250;  // milliseconds until a card opens, and until it closes once it is left
const STYLE = `
  ${LINK} {color: inherit !important; text-decoration: underline dotted 1px; text-underline-offset: 4px; cursor: help}
  ${LINK}:is(:hover, :focus-visible) {text-decoration-style: solid}
  #word-card {position: fixed; z-index: 999990; box-sizing: border-box; width: min(360px, calc(100vw - 24px));
    padding: 10px 14px; border-radius: 10px; border: 1px solid light-dark(#b6bfcc, #4d586a);
    background: light-dark(#fff, #1c212b); color: light-dark(#1b1f27, #e8ebf0); box-shadow: 0 6px 24px #0004;
    font: 15px/1.55 "Source Sans", "Noto Sans SC", sans-serif}
  #word-card strong {display: block}
  #word-card a {font-size: 13px; color: light-dark(#0b5cab, #7fbdf8)}`;

const shared = (window.__glossary ??= { data: null, users: 0, view: null });

function build() {
  const card = make("div", { id: "word-card", role: "tooltip", hidden: true });
  document.head.append(make("style", {}, STYLE));
  document.body.append(card);
  let link = null, timer = null;
  const close = () => {
    clearTimeout(timer);
    link?.removeAttribute("aria-describedby");
    link = null;
    card.hidden = true;
  };
  const later = (act, wait) => {
    clearTimeout(timer);
    timer = setTimeout(act, wait);
  };
  const linkOf = ({ target }) => target.closest?.(LINK);
  const idOf = (anchor) => anchor.getAttribute("href").split("#")[1];
  const address = (id) => {
    const language = new URLSearchParams(location.search).get("lang");
    return `glossary${language ? `?lang=${language}` : ""}#${id}`;
  };
  const open = (anchor) => {
    const term = shared.data.terms[idOf(anchor)];
    if (!term) return;
    close();
    link = anchor;
    const [name, text] = term, href = address(idOf(anchor));
    card.replaceChildren(make("strong", {}, name), make("div", {}, text),
      make("a", { href, target: "_blank", className: "all-words" }, shared.data.all));
    card.hidden = false;
    const at = [...anchor.getClientRects()][0], box = card.getBoundingClientRect();
    const above = at.bottom + box.height + 8 > innerHeight && at.top > box.height + 8;
    card.style.left = `${Math.max(12, Math.min(at.left, innerWidth - box.width - 12))}px`;
    card.style.top = `${above ? at.top - box.height - 4 : at.bottom + 4}px`;
    anchor.setAttribute("aria-describedby", card.id);
  };
  const heard = {
    pointerover: (event) => {
      const anchor = linkOf(event);
      if (anchor) anchor === link ? clearTimeout(timer) : later(() => anchor.isConnected && open(anchor), OPENS);
      else if (card.contains(event.target)) clearTimeout(timer);
      else if (link !== document.activeElement) later(close, STAYS);
    },
    focusin: (event) => {
      if (linkOf(event)) open(linkOf(event));
      else if (!card.contains(event.target)) close();
    },
    focusout: (event) => linkOf(event) && event.relatedTarget !== null && !card.contains(event.relatedTarget) && close(),
    keydown: (event) => {
      if (event.key !== "Escape" || card.hidden) return;
      event.stopPropagation();
      close();
    },
    click: (event) => {
      const anchor = linkOf(event);
      if (!anchor || card.contains(anchor)) return;
      event.preventDefault();
      if (event.detail > 0) open(anchor);
      else window.open(address(idOf(anchor)), "_blank", "noopener");
    },
    scroll: (event) => !card.hidden && !card.contains(event.target) && close(),
  };
  Object.entries(heard).forEach(([name, listener]) => document.addEventListener(name, listener, true));
  const met = document.querySelector(`${LINK}:hover, ${LINK}:focus`);  // before this script had come
  if (met) open(met);
  return () => {
    close();
    Object.entries(heard).forEach(([name, listener]) => document.removeEventListener(name, listener, true));
    style.remove();
    card.remove();
  };
}

export default function ({ data, parentElement }) {
  shared.data = data;
  if (!parentElement.glossary) {
    parentElement.glossary = true;
    if (shared.users++ === 0) shared.view = build();
  }
  return () => {
    delete parentElement.glossary;
    if (--shared.users === 0) shared.view();
  };
}
