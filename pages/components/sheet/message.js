// The four blocks of a sheet's message (contents.py): texts, pictures, machine, worked cells.

export function blocksOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset), blocks = [];
  for (let at = 0; at < bytes.byteLength;) {
    const length = view.getUint32(at, true);
    blocks.push(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  const read = (block) => JSON.parse(new TextDecoder().decode(block));
  return { texts: read(blocks[0]), pictures: blocks[1], machine: blocks[2], cells: cellsOf(read(blocks[3])) };
}

/** The worked cells, each whole: what it shares with the first of its row is written there (contents.py). */
function cellsOf(written) {
  return Object.fromEntries(Object.entries(written).map(([name, found]) => {
    const cell = { ...written[found.like], ...found };
    const parts = cell.parts.map((part, i) => (
      { ...part, rows: part.rows.map((row, t) => ({ ...row, own: cell.own[i].includes(t) })) }));
    return [name, { ...cell, parts }];
  }));
}
