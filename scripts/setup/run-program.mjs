import { spawn } from 'node:child_process';
import os from 'node:os';
import { root } from './project.mjs';

/** @typedef {{ code: number, output: string }} Outcome */

const endings = /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP']);

/**
 * Runs a program without standard input, so nothing can wait for an answer that never comes.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, show?: boolean, cwd?: string }} [options] `show` passes what it prints on
 * @returns {Promise<Outcome>}
 */
export function runProgram(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: options.cwd ?? root,
      env: options.env ?? process.env,
      stdio: ['ignore', options.show ? 'inherit' : 'pipe', options.show ? 'inherit' : 'pipe'],
    });
    // Signals that stop this process also stop the child.
    const stop = (/** @type {NodeJS.Signals} */ signal) => {
      child.kill(signal);
      process.exit(128 + os.constants.signals[signal]);
    };
    for (const signal of endings) process.on(signal, stop);
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      output += chunk;
    });
    /** @param {Outcome} outcome */
    const finish = (outcome) => {
      for (const signal of endings) process.off(signal, stop);
      resolve(outcome);
    };
    child.once('error', (error) => finish({ code: 127, output: String(error) }));
    child.once('close', (code) => finish({ code: code ?? 1, output }));
  });
}
