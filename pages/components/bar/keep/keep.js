// The address of this view: into the clipboard (where that is not allowed, into a field to copy by hand), or kept in this
// browser, to become a scene of a lecture.

import { make } from "../../board/dom.js";
import { keep as store, kept } from "../../kept.js";
import { mount } from "../../mount.js";

const LONGEST = 8000, VIEWS = "kept views", MOST = 60; // characters of an address that any server reads; views

function create(parent) {
  const root = make("div", { className: "keep" }), copy = make("button", { type: "button" }), keep = make("button", { type: "button" });
  const field = make("input", { readOnly: true, hidden: true });
  root.append(copy, field, keep);
  parent.append(root);
  return { root, copy, keep, field };
}

function saidFor(button, text, before) {
  button.textContent = text;
  setTimeout(() => (button.textContent = before), 1500);
}

/** The exhibit in the middle of the screen, as the fragment of a link; "" where there is none. */
function exhibit() {
  const middle = window.innerHeight / 2;
  const seen = [...document.querySelectorAll("[class*=st-key-exhibit-]")].map((node) => ({ node, box: node.getBoundingClientRect() }));
  const { node } = seen.find(({ box }) => box.top <= middle && box.bottom >= middle) ?? seen.find(({ box }) => box.bottom > 0) ?? {};
  return node?.querySelector("h1[id], h2[id], h3[id]")?.id ?? "";
}

/** A heading as a line of text: of a formula, which stands there three times (MathML, LaTeX, letters), its LaTeX alone. */
function headline(heading) {
  const line = heading?.cloneNode(true);
  for (const formula of line?.querySelectorAll(".katex") ?? []) {
    const latex = formula.querySelector("annotation")?.textContent ?? "";
    formula.replaceWith(latex.replace(/\\sqrt\b/g, "√").replace(/[\\{}]/g, ""));
  }
  return line?.textContent.trim() ?? "";
}

function keepView({ page }) {
  const here = new URL(window.location.href), id = exhibit();
  if (id) here.hash = id;
  const heading = id ? document.getElementById(id) : [...document.querySelectorAll(".st-key-told h2")].find((one) => one.offsetParent);
  const link = `${here.pathname.slice(1)}${here.search}${here.hash}`;
  const others = kept(VIEWS, []).filter((one) => one.link !== link);
  store(VIEWS, [...others, { link, title: headline(heading) || page }].slice(-MOST));
}

function update({ copy, keep, field }, data) {
  copy.textContent = data.copy;
  keep.textContent = data.keep;
  copy.onclick = async () => {
    const address = window.location.href;
    if (address.length > LONGEST) return void (copy.textContent = data.too_long);
    try {
      await navigator.clipboard.writeText(address);
      saidFor(copy, data.copied, data.copy);
    } catch {
      Object.assign(field, { hidden: false, value: address });
      field.select();
    }
  };
  keep.onclick = () => {
    keepView(data);
    saidFor(keep, data.kept, data.keep);
  };
}

export default mount({ create, update });
