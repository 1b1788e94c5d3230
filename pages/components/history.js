// The one owner of the browser's history and of what components keep in the address.
//
// One action of the reader makes one entry: what Streamlit pushes after the first is written over it, and so is a choice
// on the page itself, a slider or a chosen pixel: Back leads to the page before. A typed sentence, which Streamlit writes
// over the old address, makes an entry too, the moment it is written. Which other parameters make one is Python's word
// (location.py), and so are those that a component keeps.
//
// Streamlit writes the whole query string from its own state after any change of a widget in the address. So whoever
// writes the address, what components keep is written again afterwards.

const PAUSE = 250; // milliseconds: browsers allow few changes a second
const SENTENCE = ["model", "text"];

/** Shared with an earlier version of this module, whose pages are still open. `waiting`: the timer of what is still
 * to be written. `idle`: nothing done since the page came. */
const shared = (window.__history ??= own({
  kept: new Map(), entries: [], writing: false, waiting: 0, pushed: false, idle: true }));

function own(found) {
  const { history } = window, push = history.pushState.bind(history), replace = history.replaceState.bind(history);
  const again = () => !found.writing && queueMicrotask(() => write(found));
  const overwrite = (...entry) => {
    replace(...entry);
    again();
  };
  const append = (...entry) => {
    push(...entry);
    found.pushed = true;
    again();
  };
  const typed = (address) => !found.pushed && !found.idle && samePage(address) && !agree(SENTENCE, address);
  history.replaceState = (...entry) => (typed(entry[2]) ? append : overwrite)(...entry);
  history.pushState = (...entry) => {
    const sameRun = samePage(entry[2]) && agree(found.entries, entry[2]);
    (found.pushed || sameRun ? overwrite : append)(...entry);
  };
  return found;
}

const url = (address) => new URL(address ?? "", window.location.href);
const samePage = (address) => url(address).pathname === window.location.pathname;

/** Whether these parameters stand in an address as in the present one. */
function agree(names, address) {
  const now = url().searchParams, then = url(address).searchParams;
  return names.every((name) => now.get(name) === then.get(name));
}

/** From now on these parameters are kept for an owner, on the page where it first said so; "": not in the address. */
export function keep(owner, parameters) {
  shared.kept.set(owner, { page: shared.kept.get(owner)?.page ?? window.location.pathname, parameters });
  clearTimeout(shared.waiting);
  shared.waiting = setTimeout(() => {
    shared.waiting = 0;
    write(shared);
  }, PAUSE);
}

export const leave = (owner) => shared.kept.delete(owner);

function write(found) {
  const address = new URL(window.location.href);
  for (const { page, parameters } of found.kept.values()) {
    if (page !== address.pathname) continue;
    for (const [name, value] of Object.entries(parameters)) {
      if (value) address.searchParams.set(name, value);
      else address.searchParams.delete(name);
    }
  }
  if (address.href === window.location.href) return;
  found.writing = true;
  window.history.replaceState(window.history.state, "", address);
  found.writing = false;
}

/** The parameters whose change is an entry. */
export const makeEntries = (names) => (shared.entries = names);

/** The reader does something, and it has no entry yet. */
export const begin = () => Object.assign(shared, { pushed: false, idle: false });

/** The reader went back or forward: what changes now has its entry already. */
export const restore = () => (shared.idle = true);
