// What draws a frame, by its kind: `plan(board, index)` -> layout, `paint(pen, board, layout)`, `hit(layout, x, y)`.

const kinds = new Map();

export const register = (name, kind) => kinds.set(name, kind);
export const kindOf = (frame) => kinds.get(frame.kind) ?? kinds.get("pictures");
