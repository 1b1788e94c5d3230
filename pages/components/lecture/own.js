// A lecture of one's own lies in this browser, and with it the views that were kept while browsing (bar/keep).

import { make } from "../board/dom.js";
import { kept } from "../kept.js";
import { mount } from "../mount.js";

const KEPT = "lecture of my own", VIEWS = "kept views", LARGEST = 50000; // bytes of a file that are read: no lecture has more

/** UTF-8, or what an editor of a Chinese Windows writes instead. */
function decoded(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(new Uint8Array(bytes)[0] === 0xff ? "utf-16le" : "gb18030").decode(bytes);
  }
}

function create(parent) {
  const root = make("div", { className: "own" }), file = make("input", { type: "file", accept: ".toml,text/plain", hidden: true });
  const open = make("button", { type: "button" }), forget = make("button", { type: "button" });
  root.append(open, forget, file);
  parent.append(root);
  return { root, file, open, forget, told: false };
}

function update(view, { words, text, known }) {
  const { open, forget, file, host } = view, views = kept(VIEWS, []);
  open.textContent = words.open;
  forget.textContent = words.forget;
  forget.hidden = !views.length;
  open.onclick = () => file.click();
  file.onchange = async () => {
    const [chosen] = file.files;
    file.value = "";
    if (chosen) host.event("file", { name: chosen.name, text: decoded(await chosen.slice(0, LARGEST).arrayBuffer()), serial: Date.now() });
  };
  forget.onclick = () => {
    localStorage.removeItem(VIEWS);
    forget.hidden = true;
    host.state("views", []);
  };
  if (known) localStorage.setItem(KEPT, text);
  if (view.told) return;
  view.told = true;
  if (views.length) host.state("views", views);
  if (!known && localStorage.getItem(KEPT)) host.state("kept", localStorage.getItem(KEPT));
}

export default mount({ create, update });
