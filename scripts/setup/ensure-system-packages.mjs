import { accessSync, constants, readFileSync } from 'node:fs';
import path from 'node:path';
import { remember, remembered } from './fingerprint.mjs';
import { runProgram } from './run-program.mjs';
import { explainMissing, indispensable, installSteps, missingPackages } from './system-packages.mjs';

/**
 * @typedef {import('./system-packages.mjs').Purpose} Purpose
 * @typedef {import('./system-packages.mjs').SystemPackage} SystemPackage
 * @typedef {(program: string, args: string[]) => Promise<{ code: number, output: string }>} Run
 *
 * @typedef {object} Surroundings what the tests replace
 * @property {Run} run
 * @property {(name: string) => boolean} hasCommand
 * @property {boolean} isRoot
 * @property {(line: string) => void} say
 * @property {{ read: () => string | undefined, write: (value: string) => void }} lastFailure
 */

const retryAfterMs = 60 * 60 * 1000;

/** @returns {SystemPackage[]} */
export function systemPackages() {
  return JSON.parse(readFileSync(new URL('system-packages.json', import.meta.url), 'utf8'));
}

/**
 * Finds missing system packages and installs them if allowed.
 * @param {Purpose} purpose
 * @param {Surroundings} around
 * @returns {Promise<string | undefined>} what is still missing and the command to run; nothing when all is there
 */
export async function ensureSystemPackages(purpose, around = realSurroundings()) {
  const look = async () =>
    missingPackages(systemPackages(), purpose, {
      hasCommand: around.hasCommand,
      installed: await installedPackages(around),
    });
  const missing = await look();
  if (missing.length === 0) return undefined;

  const hasApt = around.hasCommand('apt-get');
  const hasSudo = hasApt && !around.isRoot && (await around.run('sudo', ['-n', 'true'])).code === 0;
  const steps = installSteps(missing, { isRoot: around.isRoot, hasApt, hasSudo });
  const names = missing.map((wanted) => wanted.package).join(', ');
  // Without a network, don't wait for apt at every start.
  if (!steps || (purpose === 'start' && failedLately(around, names))) return explain(missing, hasApt, around);

  around.say(`Installing system packages (takes a few minutes, only once): ${names} …`);
  let output = '';
  for (const [program = '', ...args] of steps) output = (await around.run(program, args)).output;
  const left = explain(await look(), hasApt, around);
  if (left === undefined) return undefined;
  around.lastFailure.write(`${Date.now()} ${names}`);
  return `${output.trim()}\n${left}`;
}

/**
 * @param {SystemPackage[]} missing
 * @param {boolean} hasApt
 * @param {Surroundings} around
 */
function explain(missing, hasApt, around) {
  const left = indispensable(missing, around.hasCommand);
  return left.length === 0 ? undefined : explainMissing(left, hasApt);
}

/**
 * @param {Surroundings} around
 * @param {string} names
 */
function failedLately(around, names) {
  const [when = '', ...rest] = (around.lastFailure.read() ?? '').split(' ');
  return rest.join(' ') === names && Date.now() - Number(when) < retryAfterMs;
}

/** @param {Surroundings} around */
async function installedPackages(around) {
  if (!around.hasCommand('dpkg-query')) return undefined;
  const names = systemPackages().flatMap((wanted) => wanted.packages ?? []);
  // dpkg-query exits with an error if one name is unknown but still prints the others.
  const { output } = await around.run('dpkg-query', ['-W', '-f', `\${Package} \${db:Status-Status}\\n`, ...names]);
  const lines = output.split('\n').map((line) => line.split(' '));
  return new Set(lines.filter(([, status]) => status === 'installed').map(([name = '']) => name));
}

/** @returns {Surroundings} */
function realSurroundings() {
  return {
    run: (program, args) => runProgram(program, args),
    hasCommand: isInPath,
    isRoot: process.getuid?.() === 0,
    say: (line) => console.log(line),
    lastFailure: {
      read: () => remembered('system-packages-failed'),
      write: (value) => remember('system-packages-failed', value),
    },
  };
}

/** @param {string} name */
function isInPath(name) {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin', '/bin', '/usr/sbin'];
  return folders.some((folder) => {
    try {
      accessSync(path.join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
