import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project root, regardless of the working directory. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

export const binFolder = path.join(root, 'node_modules', '.bin');

/** Setup state. It lives in node_modules because deleting that means setting up again anyway. */
export const stateFolder = path.join(root, 'node_modules', '.lectern');

/** Node's compile cache, which halves the work of loading the server. */
export const compileCache = path.join(stateFolder, 'compile-cache');

/** @returns {string[]} */
export function workspaces() {
  return JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).workspaces;
}
