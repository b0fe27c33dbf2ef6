import os from 'node:os';
import path from 'node:path';
import { isWritable, npmEnvironment, temporaryFolder } from './environment.mjs';
import { fingerprint, remember, remembered } from './fingerprint.mjs';
import { workspaces } from './project.mjs';
import { runProgram } from './run-program.mjs';

const stamp = 'npm-packages';

/** Fingerprint of everything that determines the contents of node_modules. */
function wanted() {
  const manifests = workspaces().map((workspace) => path.join(workspace, 'package.json'));
  return fingerprint(['package-lock.json', 'package.json', '.npmrc', ...manifests], [process.platform, process.arch]);
}

/**
 * Installs when node_modules doesn't match the lockfile. Not `npm ci`, which refuses a lockfile without the optional
 * packages of other systems.
 * @param {(line: string) => void} say
 */
export async function ensureNpmPackages(say) {
  if (remembered(stamp) === wanted()) return;
  say('Installing npm packages …');
  const env = npmEnvironment();
  const cache = env.npm_config_cache ?? path.join(os.homedir(), '.npm');
  if (!isWritable(cache)) env.npm_config_cache = temporaryFolder('npm-cache');
  // Dev packages are needed even with NODE_ENV=production because they build the web app.
  const args = ['install', '--no-audit', '--no-fund', '--include=dev', '--include=optional', '--loglevel=error'];
  const { code, output } = await runProgram('npm', args, { env });
  if (code !== 0) throw new Error(`npm couldn’t install the packages:\n${output.trim()}`);
  // Computed again after installing: npm may have rewritten the lockfile.
  remember(stamp, wanted());
}
