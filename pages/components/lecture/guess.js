// A lesson's guess on a projector: handed to the page around, which asks it, and reveals it here too.

import { make } from "../board/dom.js";
import { mount } from "../mount.js";

function create(parent) {
  const root = make("span", { hidden: true });
  parent.append(root);
  return { root };
}

function update(view, data) {
  window.guess = { data, reveal: () => view.host.event("reveal", Date.now()) };
}

export default mount({ create, update });
