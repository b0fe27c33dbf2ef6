import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ensureSystemPackages } from '../setup/ensure-system-packages.mjs';
import { becomeNode } from '../setup/node-runtime.mjs';
import { ensureNpmPackages } from '../setup/npm-packages.mjs';
import { compileCache, root } from '../setup/project.mjs';
import { ensureWebBuild } from '../setup/web-build.mjs';

const say = (/** @type {string} */ line) => console.log(line);

/** Installs and builds whatever a fresh clone lacks, then starts the supervisor. */
export async function start() {
  const startedAt = commandStartedAt();
  await ensureNpmPackages(say);
  const [missing] = await Promise.all([ensureSystemPackages('start'), ensureWebBuild(say)]);
  if (missing) say(`${missing}\nStarting without them. Some features won’t work.\n`);
  process.env.NODE_COMPILE_CACHE ??= compileCache;
  return becomeNode([path.join(root, 'server', 'start.ts'), String(startedAt)]);
}

/** The printed time counts from the command, and loading npm is a part of it. */
function commandStartedAt() {
  if (!process.env.npm_lifecycle_event || process.platform !== 'linux') return performance.timeOrigin;
  const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
  // Counted from after the process name, which may contain spaces; in hundredths of a second since the machine started.
  const started = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]) / 100;
  const uptime = Number.parseFloat(readFileSync('/proc/uptime', 'utf8'));
  return Date.now() - Math.round((uptime - started) * 1_000);
}

/** Development mode: everything reloads when its source changes. */
export async function dev() {
  await ensureNpmPackages(say);
  const missing = await ensureSystemPackages('start');
  if (missing) say(`${missing}\n`);
  return becomeNode([path.join(root, 'scripts', 'dev.ts')]);
}
