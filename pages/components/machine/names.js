// What is written above the rows and below the boxes: titles, letters, names.

const SMALL = 13, LETTER = 12, GAP = 4, ASIDE = [0, 12, -12, 24, -24];

/** The name of each track over its first row, of a memory over its lines, of the next words over theirs. */
export function placeTitles(places, room) {
  const { texts, scale, words } = room, size = 15 * scale, limits = { left: 4, right: room.width - 4 };
  const title = (text, x, y, track) => text
    && texts.tryAt({ text, size, weight: 600, role: "title", track }, [[x, y]], limits);
  const called = titlesOf(places);
  for (const track of places.tracks) {
    const left = track.left - track.labels.total;
    title(words[called[track.index]] ?? "", Math.max(12, left), track.title, track.index);
    const memory = track.bus && words.memory.replace("{count}", track.rows.length);
    if (track.bus) title(memory, track.bus.x + 16 * scale, track.title, track.index);
  }
  if (places.ahead) {
    const box = places.boxes.find((found) => found.id === places.ahead.box);
    title(words[box.word] ?? box.word, places.ahead.x, places.tracks[box.track].title, box.track);
  }
}

/** Each track's column; where several have the same, the one with the most boxes, the others are called by a box. */
function titlesOf({ tracks, boxes }) {
  const counts = tracks.map(({ index }) => boxes.filter((box) => box.track === index).length);
  return tracks.map(({ index, columns: [column] }) => {
    const same = tracks.filter(({ columns }) => columns[0] === column).map((track) => track.index);
    const first = same.reduce((most, other) => (counts[other] > counts[most] ? other : most));
    return index === first ? column : boxes.find((box) => box.track === index)?.word;
  });
}

/** Below the boxes: the letter of each result, then names; what mixes words is named first, thin boxes not at all. */
export function placeNames(places, room) {
  const { free, order } = places, boxes = [...places.boxes].sort((a, b) => rank(a) - rank(b));
  const limits = (box) => ({ right: beforeRibbons(places, box, room.width - 8),
    left: free.beside && box.track === order.at(-1) ? free.x + free.width + 4 : 8 });
  const repeated = new Set(boxes.filter((box) => box.layer > 0).map((box) => `${box.track} ${box.word}`));
  for (const box of boxes) {
    box.name = room.words[box.word] ?? box.word;
    if (repeated.has(`${box.track} ${box.word}`)) box.name += ` ${box.layer + 1}`;
    if (box.letter.length && box.kind !== "words") placeLetter(box, room, limits(box));
  }
  for (const box of boxes) if (box.kind !== "words" && box.kind !== "thin") placeName(box, places, room, limits(box));
}

/** How far right a name may reach: what leaves this track for another comes down over what stands there. */
function beforeRibbons({ ribbons }, { x, track }, edge) {
  const leaving = ribbons.filter((r) => r.across && r.from === track && r.zone.x > x);
  return Math.min(edge, ...leaving.map(({ zone }) => zone.x - GAP));
}

function placeLetter(box, { texts, scale }, limits) {
  const letter = { text: box.letter, size: LETTER * scale, align: "center", role: "letter", box: box.id };
  texts.tryAt(letter, [[box.x + box.width / 2, box.bottom + 10 * scale]], limits);
}

/** On the first line below the letters, a little aside if need be, or else on the second. */
function placeName(box, places, { texts, scale }, limits) {
  const middle = box.zone ? box.zone.x + (box.zone.width + box.width) / 2 : box.x + box.width / 2;
  const across = places.ribbons.some((r) => r.box === box.id && r.across), size = SMALL * scale;
  const spots = [28, 46].flatMap((down) => ASIDE.map((aside) => [middle + aside * scale, box.bottom + down * scale]));
  texts.tryAt({ text: box.name, size, weight: across ? 600 : 400, align: "center", role: across ? "across" : "name",
    box: box.id }, spots, limits);
}

const rank = (box) => ["ribbons", "chain", "block", "thin", "words"].indexOf(box.kind);
