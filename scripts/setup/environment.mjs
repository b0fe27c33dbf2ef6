import { accessSync, constants, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { binFolder } from './project.mjs';

/**
 * The environment for the project's tools, with our own Node first in PATH.
 * @returns {NodeJS.ProcessEnv}
 */
export function toolEnvironment(env = process.env) {
  return { ...env, PATH: [binFolder, env.PATH ?? '/usr/local/bin:/usr/bin:/bin'].join(path.delimiter) };
}

/**
 * For npm itself: never the Node inside node_modules, which npm may be replacing.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function npmEnvironment(env = process.env) {
  const folders = (env.PATH ?? '').split(path.delimiter).filter((folder) => path.resolve(folder) !== binFolder);
  return { ...env, PATH: folders.join(path.delimiter) };
}

/**
 * Whether files can be written here; the folder need not exist yet.
 * @param {string} place
 * @returns {boolean}
 */
export function isWritable(place) {
  if (!existsSync(place)) {
    const parent = path.dirname(place);
    return parent !== place && isWritable(parent);
  }
  try {
    accessSync(place, constants.W_OK);
    return statSync(place).isDirectory();
  } catch {
    return false;
  }
}

/**
 * A temporary folder that is removed when this process exits.
 * @param {string} purpose
 */
export function temporaryFolder(purpose) {
  const folder = mkdtempSync(path.join(os.tmpdir(), `lectern-${purpose}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
