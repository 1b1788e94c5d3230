// Whoever looks around on her own finds the way back to the lecture on every page. follower.js notes the room's code.

import { make } from "../board/dom.js";

const STYLE = `position: fixed; left: 14px; bottom: 14px; z-index: 995; display: inline-grid; place-items: center; min-height: 40px;
  padding: 0 16px; border-radius: 20px; background: light-dark(#0b5cab, #7fbdf8); color: light-dark(#fff, #0d1117);
  font: 600 15px system-ui, sans-serif; text-decoration: none; box-shadow: 0 3px 14px rgb(0 0 0 / 0.3)`;

/** @param text with {code} in it */
export function showWayBack(text) {
  const code = sessionStorage.getItem("following");
  if (!code || document.querySelector(".back-to-lecture")) return;
  const link = make("a", { className: "back-to-lecture", href: new URL(`r/${code}`, document.baseURI).href,
    textContent: text.replace("{code}", code) });
  link.style.cssText = STYLE;
  document.body.append(link);
}
