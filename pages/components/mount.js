// The life of a mount: made once for its place in the page, brought up to date by each message, cleaned up at the end.
//
//   export default mount({ create(place, data, signal), update(view, data), end(view) })
//
// `create` makes a view: an object with the element that is drawn (`root`, which it puts into `place` itself). The view
// is given its host (host.js) as `view.host`; the signal is aborted at the end. Elsewhere than in Streamlit the same
// function is called with a host of one's own: `draw({ data, parentElement, host })`.

import { streamlit } from "./host.js";

/**
 * @param {{ create: (place: HTMLElement, data: any, signal: AbortSignal) => any, update: (view: any, data: any) => void,
 *   end?: (view: any) => void }} life
 * @returns {(mounted: { data: any, parentElement: any, host?: import("./host.js").Host }) => (() => void)}
 */
export function mount({ create, update, end }) {
  const begin = (place, data, stop = new AbortController()) => ({ view: create(place, data, stop.signal), stop, turn: 0 });
  return (mounted) => {
    const { data, parentElement } = mounted, life = (parentElement.life ??= begin(parentElement, data));
    const turn = ++life.turn;
    life.view.host = mounted.host ?? streamlit(mounted);
    update(life.view, data);
    return () => {
      if (life.turn !== turn || parentElement.life !== life) return; // a later message keeps it alive
      delete parentElement.life;
      life.stop.abort();
      end?.(life.view);
      life.view.root.remove();
    };
  };
}

/** Where Python's second, small mount (control.js) meets the drawing of the same key, whichever comes first. */
export function connect(view, registry, key, obey) {
  const slot = ((window[registry] ??= {})[key] ??= {});
  Object.assign(slot, { view, obey });
  if (slot.control) obey(slot.control);
  for (const act of slot.waiting?.values() ?? []) act(view);
}

/** A drawing of the same key may have come since. */
export function disconnect(view, registry, key) {
  const slot = window[registry]?.[key];
  if (slot?.view !== view) return;
  delete slot.view;
  delete slot.obey;
}

/** `act` is told the drawing of a key: the one that is here, and any that comes later, until its owner parts. */
export function meet(owner, registry, key, act) {
  const slot = ((window[registry] ??= {})[key] ??= {}), waiting = (slot.waiting ??= new Map()), met = waiting.has(owner);
  waiting.set(owner, act);
  if (slot.view && !met) act(slot.view);
}

export const part = (owner, registry, key) => window[registry]?.[key]?.waiting?.delete(owner);
