// Where each head's thumbnail stands: a column for each attention, a row for each head, groups side by side.

const LEFT = 28, TOP = 40, GAP = 4, BETWEEN = 22, LARGEST = 96, SMALLEST = 14;

/** { cell, width, height, groups: [{ title, left, columns: [{ site, left, layer }] }] } for a width in pixels. */
export function layout(sites, width, words) {
  const groups = [];
  sites.forEach((site, i) => {
    const key = `${site.column} ${site.word}`;
    let group = groups.find((one) => one.key === key);
    if (!group) groups.push((group = { key, title: words[site.word] ?? site.word, column: words[site.column] ?? site.column, columns: [] }));
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
  }
  return { cell, groups, heads, gap: GAP, top: TOP, left: LEFT, width: left - BETWEEN, height: TOP + heads * (cell + GAP) };
}

/** The head at a point, { site, head }, or null. */
export function headAt({ cell, gap, groups, top, heads }, x, y) {
  const head = Math.floor((y - top) / (cell + gap));
  const column = groups.flatMap((group) => group.columns).find(({ left }) => x >= left && x < left + cell + gap);
  return column && head >= 0 && head < heads ? { site: column.site, head } : null;
}
