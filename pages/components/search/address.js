// A link to another place of the app, from here.

const KEPT = ["lang", "depth", "model", "text"];  // of this page's link

let apart = [];

/** The names of pages to which the text of this page's link does not go: to models of pictures no sentence, and so on. */
export const keepApart = (pages) => (apart = pages);

/** Where a link below the app's root leads, with what was chosen here, or with other parameters of it. */
export function address(link, here = location, names = KEPT) {
  const found = new URL(link, document.baseURI), chosen = new URLSearchParams(here.search);
  const left = found.searchParams.has("model") ? ["model", "text"] : [];
  if (apart.includes(found.pathname.split("/").pop())) left.push("text");
  for (const name of names) {
    const value = chosen.get(name);
    if (value && !left.includes(name)) found.searchParams.set(name, value);
  }
  return found;
}
