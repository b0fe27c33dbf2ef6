import os from 'node:os';
import path from 'node:path';
import { isWritable, npmEnvironment, temporaryFolder } from './environment.mjs';
import { fingerprint, remember, remembered } from './fingerprint.mjs';
import { workspaces } from './project.mjs';
import { runProgram } from './run-program.mjs';

const stamp = 'npm-packages';

/** Everything that decides what node_modules should hold. */
function wanted() {
  const manifests = workspaces().map((workspace) => path.join(workspace, 'package.json'));
  return fingerprint(['package-lock.json', 'package.json', '.npmrc', ...manifests], [process.platform, process.arch]);
}

/**
 * Installs when node_modules does not match the lockfile. Not `npm ci`: that refuses a lockfile in which optional
 * packages of other systems are missing.
 * @param {(line: string) => void} say
 */
export async function ensureNpmPackages(say) {
  if (remembered(stamp) === wanted()) return;
  say('Installing npm packages (only when they changed) …');
  const env = npmEnvironment();
  const cache = env.npm_config_cache ?? path.join(os.homedir(), '.npm');
  if (!isWritable(cache)) env.npm_config_cache = temporaryFolder('npm-cache');
  // Development packages are needed even where NODE_ENV says production: they build the web.
  const args = ['install', '--no-audit', '--no-fund', '--include=dev', '--include=optional', '--loglevel=error'];
  const { code, output } = await runProgram('npm', args, { env });
  if (code !== 0) throw new Error(`npm could not install the packages:\n${output.trim()}`);
  // After, not before: npm may have tidied the lockfile.
  remember(stamp, wanted());
}
