import path from 'node:path';
import { becomeNode } from '../setup/node-runtime.mjs';
import { ensureNpmPackages } from '../setup/npm-packages.mjs';
import { root } from '../setup/project.mjs';
import { buildWeb, ensureWebBuild } from '../setup/web-build.mjs';

const inModules = (/** @type {string[]} */ ...parts) => path.join(root, 'node_modules', ...parts);

/** The JavaScript entry point of each tool, so PATH and links don't matter. */
export const tools = {
  biome: inModules('@biomejs', 'biome', 'bin', 'biome'),
  tsc: inModules('typescript', 'bin', 'tsc'),
  vitest: inModules('vitest', 'vitest.mjs'),
  playwright: inModules('@playwright', 'test', 'cli.js'),
};

const say = (/** @type {string} */ line) => console.log(line);

/**
 * A command that needs only the npm packages.
 * @param {string[]} fixed
 * @returns {(args: string[]) => Promise<number>}
 */
export function toolCommand(...fixed) {
  return async (args) => {
    await ensureNpmPackages(say);
    return becomeNode([...fixed, ...args]);
  };
}

/**
 * A command that needs the web build as well.
 * @param {string[]} fixed
 * @returns {(args: string[]) => Promise<number>}
 */
export function builtCommand(...fixed) {
  return async (args) => {
    await ensureNpmPackages(say);
    await ensureWebBuild(say);
    return becomeNode([...fixed, ...args]);
  };
}

export async function build() {
  await ensureNpmPackages(say);
  await buildWeb();
  say('Built web/dist');
  return 0;
}
