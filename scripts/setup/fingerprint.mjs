import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, stateFolder } from './project.mjs';

/**
 * A hash of names and contents; unlike modification times, it survives clones, copies and branch switches.
 * @param {string[]} files relative to the project; missing ones count as missing
 * @param {string[]} facts anything else that matters
 */
export function fingerprint(files, facts = []) {
  const hash = createHash('sha256');
  for (const fact of facts) hash.update(`${fact}\0`);
  for (const file of files) {
    const full = path.join(root, file);
    hash.update(`${file}\0`);
    if (existsSync(full)) hash.update(createHash('sha256').update(readFileSync(full)).digest());
  }
  return hash.digest('hex');
}

/**
 * All files below a folder, in a fixed order.
 * @param {string} folder relative to the project
 * @param {(name: string) => boolean} wanted by the name of a file or folder
 * @returns {string[]}
 */
export function filesBelow(folder, wanted) {
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true }).filter((entry) => wanted(entry.name));
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const file = path.join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(file, wanted) : [file];
  });
}

/** @param {string} name */
export function remembered(name) {
  const file = path.join(stateFolder, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/**
 * @param {string} name
 * @param {string} value
 */
export function remember(name, value) {
  mkdirSync(stateFolder, { recursive: true });
  writeFileSync(path.join(stateFolder, name), value);
}
