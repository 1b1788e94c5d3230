// The one owner of the browser's history and of what components keep in the address.
//
// One action of the reader makes one entry: what Streamlit pushes after the first is written over it, and so is a choice
// on the page itself, a slider or a chosen pixel: Back leads to the page before. Which parameters make an entry is
// Python's word (location.py), and so are those that a component keeps.
//
// Streamlit writes the whole query string from its own state after any change of a widget in the address. So whoever
// writes the address, what components keep is written again afterwards.

const PAUSE = 250; // milliseconds: browsers allow few changes a second

/** Shared with an earlier version of this module, whose pages are still open. */
const shared = (window.__history ??= own({
  kept: new Map(), entries: [], writing: false, waiting: 0, before: window.location.href, pushed: false, restored: false }));

function own(found) {
  const { history } = window, push = history.pushState.bind(history), replace = history.replaceState.bind(history);
  const again = () => !found.writing && queueMicrotask(() => write(found));
  history.replaceState = (...entry) => {
    replace(...entry);
    again();
  };
  history.pushState = (...entry) => {
    if (found.pushed || sameRun(found, entry[2])) return history.replaceState(...entry);
    push(...entry);
    found.pushed = true;
    again();
  };
  return found;
}

/** Whether an address is this page's own, with the same model, sentence, language, depth and edits. */
function sameRun({ entries }, address) {
  const now = new URL(window.location.href), then = new URL(address, now);
  return now.pathname === then.pathname
    && entries.every((name) => now.searchParams.get(name) === then.searchParams.get(name));
}

/** From now on these parameters are kept for an owner, on the page where it first said so; "": not in the address. */
export function keep(owner, parameters) {
  shared.kept.set(owner, { page: shared.kept.get(owner)?.page ?? window.location.pathname, parameters });
  clearTimeout(shared.waiting);
  shared.waiting = setTimeout(() => write(shared), PAUSE);
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

/** The reader does something: where they were before, and no entry yet. */
export function begin() {
  Object.assign(shared, { before: window.location.href, pushed: false, restored: false });
}

/** The reader went back or forward: what changes now has its entry already. */
export const restore = () => (shared.restored = true);

/** A typed sentence is written over the old address: that gets its entry back. One that Python sets has its own. */
export function enter(names) {
  const before = new URL(shared.before), now = new URL(window.location.href), { history } = window;
  if (shared.restored || shared.pushed || before.pathname !== now.pathname) return;
  if (names.every((name) => before.searchParams.get(name) === now.searchParams.get(name))) return;
  history.replaceState(history.state, "", before);
  history.pushState(history.state, "", now);
}
