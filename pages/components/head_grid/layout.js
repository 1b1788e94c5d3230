// Where each head's thumbnail stands: a column for each attention, a row for each head, groups side by side.

const LEFT = 28, TOP = 40, LINE = 15, GAP = 4, BETWEEN = 22, LARGEST = 96, SMALLEST = 14;

/** A title in lines of words that fit beside the next group's. */
const lines = (title, room, measure) => title.split(" ").reduce((all, word) => {
  const longer = `${all.at(-1)} ${word}`;
  return all.length && measure(longer) <= room ? [...all.slice(0, -1), longer] : [...all, word];
}, []);

/** { cell, width, height, top, groups: [{ lines, left, columns: [{ site, left, layer }] }] } for a width in pixels. */
export function layout(sites, width, words, measure) {
  const groups = [];
  sites.forEach((site, i) => {
    const key = `${site.column} ${site.word}`;
    let group = groups.find((one) => one.key === key);
    const title = [site.column, site.word].filter(Boolean).map((word) => words[word] ?? word).join(" · ");
    if (!group) groups.push((group = { key, title, columns: [] }));
    group.columns.push({ site: i, layer: site.layer });
  });
  const columns = sites.length, heads = Math.max(...sites.map((site) => site.heads));
  const room = (width - LEFT - BETWEEN * (groups.length - 1)) / columns - GAP;
  const cell = Math.max(SMALLEST, Math.min(LARGEST, room, Math.max(26, 340 / heads)));
  let left = LEFT;
  for (const group of groups) {
    group.left = left;
    for (const column of group.columns) {
      column.left = left;
      left += cell + GAP;
    }
    left += BETWEEN;
    group.lines = lines(group.title, left - group.left - 2 * GAP, measure);
  }
  const top = TOP + LINE * (Math.max(...groups.map((group) => group.lines.length)) - 1);
  const right = Math.max(left - BETWEEN, ...groups.flatMap((group) => group.lines.map((line) => group.left + measure(line))));
  return { cell, groups, heads, gap: GAP, line: LINE, top, left: LEFT, width: right, height: top + heads * (cell + GAP) };
}

/** The head at a point, { site, head }, or null. */
export function headAt({ cell, gap, groups, top, heads }, x, y) {
  const head = Math.floor((y - top) / (cell + gap));
  const column = groups.flatMap((group) => group.columns).find(({ left }) => x >= left && x < left + cell + gap);
  return column && head >= 0 && head < heads ? { site: column.site, head } : null;
}
