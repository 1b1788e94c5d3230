// The bytes of a machine: its key, the spec as JSON, then the payload of a board whose pictures are the weights.

import { openPictures, unpack, valueAt } from "../board/payload.js";

export function openMachine(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset), decoder = new TextDecoder();
  const start = 2 + view.getUint16(0, true);
  const end = start + 4 + view.getUint32(start, true), text = decoder.decode(bytes.subarray(start + 4, end));
  const key = decoder.decode(bytes.subarray(2, start));
  const pictures = end < bytes.length ? openPictures(unpack(bytes.subarray(end))) : { version: "", byName: new Map() };
  return withWeights({ ...JSON.parse(text), key, version: text + pictures.version }, pictures.byName);
}

/** The spec, each ribbon with the values of the picture of its step: (heads, readers, read). */
export function withWeights(spec, byName) {
  const ribbons = spec.ribbons.map((ribbon) => {
    const picture = byName.get(ribbon.step), [heads, readers, read] = picture.shape;
    const values = new Float32Array(heads * readers * read);
    let at = 0;
    for (let h = 0; h < heads; h++) {
      for (let i = 0; i < readers; i++) for (let j = 0; j < read; j++) values[at++] = valueAt(picture, h, i, j);
    }
    return { ...ribbon, shape: picture.shape, values };
  });
  return { ...spec, ribbons };
}
