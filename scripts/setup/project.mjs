import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project, wherever the command was called from. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

export const binFolder = path.join(root, 'node_modules', '.bin');

/** What the set-up remembers; it goes when node_modules goes, and then everything has to be done again anyway. */
export const stateFolder = path.join(root, 'node_modules', '.lectern');

/** Where Node keeps what it compiled: the next process loads the server with half the work. */
export const compileCache = path.join(stateFolder, 'compile-cache');

/** @returns {string[]} */
export function workspaces() {
  return JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).workspaces;
}
