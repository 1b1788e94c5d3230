/**
 * While the server is away: one sentence of the page's own, in its language, until the connection is back.
 * Streamlit's dialog, which speaks to whoever started the server, is hidden meanwhile by bar.css.
 * Once it is back the whole page is asked for: it may be another server, which knows nothing of the page's fragments
 * and leaves whatever they report without an answer.
 */

const PATIENCE = 1500;  // milliseconds; a shorter loss needs no word
const STATE = "data-test-connection-state";

const notice = document.createElement("div");  // beside the walkthrough's buttons, which go on turning what has come
notice.role = "status";
notice.className = "server-away";
notice.style.cssText = "position: fixed; left: 24px; bottom: 24px; z-index: 10000000; "
  + "max-width: min(calc(100vw - 48px), 40rem); padding: 12px 20px; border-radius: 8px; background: #7a3e00; color: #fff; "
  + "font: 16px/1.5 'Source Sans', 'Noto Sans SC', sans-serif; box-shadow: 0 4px 18px #0006";

let timer = null, greet = null;

function look(app) {
  const away = app.getAttribute(STATE) !== "CONNECTED";
  if (!away) {
    if (timer !== null) greet();
    clearTimeout(timer);
    timer = null;
    notice.remove();
  } else if (timer === null) {
    timer = setTimeout(() => document.body.append(notice), PATIENCE);
  }
}

let watched = null;

/** Say this sentence whenever the server is away; ask for the page when it is back. */
export function tellWhenAway(sentence, ask) {
  notice.textContent = sentence;
  greet = ask;
  const app = document.querySelector("[data-testid=stApp]");
  if (!app || app === watched) return;
  watched = app;
  new MutationObserver(() => look(app)).observe(app, { attributes: true, attributeFilter: [STATE] });
  look(app);
}
