import { existsSync } from 'node:fs';
import path from 'node:path';
import { toolEnvironment } from './environment.mjs';
import { filesBelow, fingerprint, remember, remembered } from './fingerprint.mjs';
import { ownNode } from './node-runtime.mjs';
import { root } from './project.mjs';
import { runProgram } from './run-program.mjs';

const stamp = 'web-build';
const notBuilt = ['node_modules', 'dist'];

function sources() {
  const isSource = (/** @type {string} */ name) => !notBuilt.includes(name) && !/\.test\.tsx?$/.test(name);
  return fingerprint([
    'package.json',
    'package-lock.json',
    ...filesBelow('contract', isSource),
    ...filesBelow('web', isSource),
  ]);
}

/**
 * Builds the web when its sources changed since the last build.
 * @param {(line: string) => void} say
 */
export async function ensureWebBuild(say) {
  const built = existsSync(path.join(root, 'web', 'dist', 'index.html'));
  if (built && remembered(stamp) === sources()) return;
  say('Building the web app …');
  await buildWeb();
}

export async function buildWeb() {
  const before = sources();
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const env = { ...toolEnvironment(), NODE_ENV: 'production' };
  const { code, output } = await runProgram(ownNode(), [vite, 'build'], { cwd: path.join(root, 'web'), env });
  if (code !== 0) throw new Error(`The web app couldn’t be built:\n${output.trim()}`);
  remember(stamp, before);
}
