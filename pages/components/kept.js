// What stays in this browser, as JSON under a name. Storage may be forbidden, as in a private window: then nothing stays.

/** What was kept; `otherwise` where nothing was, or something that is no JSON. */
export function kept(name, otherwise = null) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Keep a value; with null, no more. */
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch { /* it lasts as long as the page */ }
}
