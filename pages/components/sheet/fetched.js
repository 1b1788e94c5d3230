// A sheet on a page of the server that has it: its bytes, styles and parts are fetched.

import { fetched, part } from "../host.js";
import { openSheet } from "./sheet.js";

const modules = new URL("../", import.meta.url);
const style = async (path) => (await fetched(new URL(path, modules))).text();

export async function fetchSheet(root, address, options = {}) {
  const bytes = new Uint8Array(await (await fetched(address)).arrayBuffer());
  return openSheet(root, bytes, { style, part, ...options });
}
