/**
 * What a reader looks for, found in the index (view.py): { kinds: { kind: name }, entries: [[kind, title, other
 * names, link, page, text]] }. Words are compared whole, by their beginning, and with a typo or two; Chinese, which has no
 * spaces, by pairs of neighbouring characters.
 */

const RUNS = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu;
const TITLE = 8, OTHER = 5, TEXT = 1;  // what a word counts in a title, in another name, in the text
const BEGINNING = 0.8, TYPO = 0.45;  // what a word counts that only begins like the one sought, or is spelt otherwise
const ENOUGH = 0.5;  // of the words sought have to be there

const folded = (text) => text.normalize("NFKC").toLowerCase();
const han = (word) => /\p{Script=Han}/u.test(word);
const bare = (text) => (folded(text).match(RUNS) ?? []).join("");

/** The words of a text; of a Chinese run the pairs of neighbours, of a single character itself. */
export function words(text) {
  return (folded(text).match(RUNS) ?? []).flatMap((run) => {
    const letters = [...run];
    return han(run) && letters.length > 1 ? letters.slice(1).map((letter, i) => letters[i] + letter) : [run];
  });
}

/** "Multi-head" is looked for as "multihead" too. */
const joined = (text) => (folded(text).match(/[a-z]+(?:-[a-z]+)+/g) ?? []).map((word) => word.replaceAll("-", ""));

/** The index, ready to be searched: for each word the entries that hold it, and how much it counts there. */
export function prepare({ kinds, entries }) {
  const places = new Map(), found = [];
  for (const [kind, title, others, link, page, text] of entries) {
    const entry = { kind, title, link, page, text, titles: [title, ...others].map(bare) };
    for (const [field, weight] of [[title, TITLE], [others.join(" "), OTHER], [text, TEXT]]) {
      for (const word of [...words(field), ...joined(field)]) {
        if (!places.has(word)) places.set(word, new Map());
        const held = places.get(word);
        held.set(entry, Math.max(held.get(entry) ?? 0, weight));
      }
    }
    found.push(entry);
  }
  return { kinds, entries: found, places };
}

/** How many letters must be put in, left out, exchanged or swapped with their neighbour; anything above `most` is more. */
export function distance(a, b, most) {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before = [], last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] !== b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    [before, last] = [last, row];
  }
  return last[b.length];
}

/** The words of the index that a sought word may mean, each with how sure that is. */
function meant(places, sought) {
  const likely = [];
  for (const word of places.keys()) {
    if (word === sought) likely.push([word, 1]);
    else if (word.startsWith(sought)) likely.push([word, BEGINNING * Math.sqrt(sought.length / word.length)]);
  }
  if (likely.length || han(sought) || sought.length < 4) return likely;
  const most = sought.length < 8 ? 1 : 2;
  for (const word of places.keys()) {
    const far = han(word) ? most + 1 : distance(sought, word, most);
    if (far <= most) likely.push([word, TYPO / far]);
  }
  return likely;
}

/** What stands under a title that is sought itself, or begins so, or holds it. */
function bonus(entry, sought) {
  const each = entry.titles.map((title) =>
    title === sought ? 60 : title.startsWith(sought) ? 20 : title.includes(sought) ? 10 : 0);
  return Math.max(...each);
}

/** Entries that fit a query, the best first: [{ entry, score, marks: words of the index that were meant }]. */
export function find(index, query) {
  const sought = [...new Set(words(query))], whole = bare(query), found = new Map();
  for (const word of sought) {
    const best = new Map();
    for (const [known, sure] of meant(index.places, word)) {
      const held = index.places.get(known), rare = Math.log(1 + index.entries.length / held.size);
      for (const [entry, weight] of held) {
        const worth = sure * weight * rare;
        if (worth > (best.get(entry)?.worth ?? 0)) best.set(entry, { worth, known });
      }
    }
    for (const [entry, { worth, known }] of best) {
      const one = found.get(entry) ?? { entry, score: 0, marks: [] };
      one.score += worth;
      one.marks.push(known);
      found.set(entry, one);
    }
  }
  const fit = [...found.values()].filter(({ marks }) => marks.length >= ENOUGH * sought.length);
  for (const one of fit) one.score = one.score * (one.marks.length / sought.length) ** 2 + bonus(one.entry, whole);
  return fit.sort((a, b) => b.score - a.score);
}

/** The same by kind: [[kind, at most `most` of its entries]], the kind with the best entry first. */
export function grouped(found, most) {
  const kinds = new Map();
  for (const one of found) {
    const group = kinds.get(one.entry.kind) ?? [];
    if (group.length < most) group.push(one);
    kinds.set(one.entry.kind, group);
  }
  return [...kinds];
}

/** A text in pieces, [letters, whether they are marked]: of a long one the part round the first mark. */
export function marked(text, marks, longest = Infinity) {
  const spans = [], low = text.toLowerCase();  // of the same length, so that places are those of the text itself
  for (const mark of marks) {
    for (let at = low.indexOf(mark); at >= 0; at = low.indexOf(mark, at + mark.length)) {
      if (han(mark) || !/[\p{L}\p{N}]/u.test(low[at - 1] ?? " ") || mark.length > 3) spans.push([at, at + mark.length]);
    }
  }
  spans.sort((a, b) => a[0] - b[0]);
  const first = spans[0]?.[0] ?? 0, from = text.length <= longest ? 0 : Math.max(0, Math.min(first - 30, text.length - longest));
  const to = Math.min(text.length, from + longest), pieces = from ? [["… ", false]] : [];
  let at = from;
  for (const [start, end] of spans) {
    if (end <= at || start >= to) continue;
    if (start > at) pieces.push([text.slice(at, start), false]);
    pieces.push([text.slice(Math.max(start, at), Math.min(end, to)), true]);
    at = Math.min(end, to);
  }
  if (at < to) pieces.push([text.slice(at, to), false]);
  if (to < text.length) pieces.push([" …", false]);
  return pieces;
}
