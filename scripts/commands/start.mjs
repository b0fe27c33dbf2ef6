import path from 'node:path';
import { ensureSystemPackages } from '../setup/ensure-system-packages.mjs';
import { becomeNode } from '../setup/node-runtime.mjs';
import { ensureNpmPackages } from '../setup/npm-packages.mjs';
import { compileCache, root } from '../setup/project.mjs';
import { ensureWebBuild } from '../setup/web-build.mjs';

const say = (/** @type {string} */ line) => console.log(line);

/** Installs and builds whatever a fresh clone lacks, then starts the supervisor. */
export async function start() {
  const startedAt = Date.now();
  await ensureNpmPackages(say);
  const missing = await ensureSystemPackages('start');
  if (missing) say(`${missing}\nStarting without them. Some features won’t work.\n`);
  await ensureWebBuild(say);
  process.env.NODE_COMPILE_CACHE ??= compileCache;
  return becomeNode([path.join(root, 'server', 'start.ts'), String(startedAt)]);
}

/** Development mode: everything reloads when its source changes. */
export async function dev() {
  await ensureNpmPackages(say);
  const missing = await ensureSystemPackages('start');
  if (missing) say(`${missing}\n`);
  return becomeNode([path.join(root, 'scripts', 'dev.ts')]);
}
