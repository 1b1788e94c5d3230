// A link to another place of the app, from here.

const KEPT = ["lang", "depth", "model", "text"];  // of this page's link

/** Where a link below the app's root leads, with what was chosen here, or with other parameters of it. */
export function address(link, here = location, names = KEPT) {
  const found = new URL(link, document.baseURI), chosen = new URLSearchParams(here.search);
  const named = found.searchParams.has("model");
  for (const name of names) {
    const value = chosen.get(name);
    if (value && !(named && ["model", "text"].includes(name))) found.searchParams.set(name, value);
  }
  return found;
}
