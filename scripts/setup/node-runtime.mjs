import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { toolEnvironment } from './environment.mjs';
import { root } from './project.mjs';

const neededMajor = 24;

/** Lectern's own Node from npm, because the machine's may be older. */
export function ownNode() {
  const packaged = path.join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(packaged)) return packaged;
  if (Number.parseInt(process.versions.node, 10) >= neededMajor) return process.execPath;
  throw new Error(
    `Lectern needs Node ${neededMajor}, which npm doesn’t have for ${process.platform} ${process.arch}. ` +
      `Install Node ${neededMajor} on this machine and start again.`,
  );
}

/**
 * Runs a program on our Node. Replaces this process if Node supports it; otherwise forwards signals and waits.
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function becomeNode(args) {
  const node = ownNode();
  const env = toolEnvironment();
  if (typeof process.execve === 'function') process.execve(node, [node, ...args], definedOnly(env));
  const child = spawn(node, args, { env, stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  // A killed npm forwards no signals, so watch for it; the child watches this process in the same way.
  if (env.npm_lifecycle_event) onStarterGone(() => child.kill('SIGTERM'));
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? os.constants.signals[signal] : 0)));
  });
}

/** @param {() => void} act */
function onStarterGone(act) {
  const starter = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === starter) return;
    clearInterval(timer);
    act();
  }, 2_000);
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string>}
 */
function definedOnly(env) {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
