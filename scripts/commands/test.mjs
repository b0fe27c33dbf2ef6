import os from 'node:os';
import path from 'node:path';
import { ensureSystemPackages } from '../setup/ensure-system-packages.mjs';
import { isWritable, temporaryFolder, toolEnvironment } from '../setup/environment.mjs';
import { ownNode } from '../setup/node-runtime.mjs';
import { ensureNpmPackages } from '../setup/npm-packages.mjs';
import { compileCache, root } from '../setup/project.mjs';
import { runProgram } from '../setup/run-program.mjs';
import { ensureWebBuild } from '../setup/web-build.mjs';
import { playwrightCounts, readCounts, stepResult, vitestCounts } from './test-counts.mjs';
import { runSteps, summary } from './test-steps.mjs';
import { tools } from './tools.mjs';

/** @typedef {import('./test-steps.mjs').Step} Step */

const say = (/** @type {string} */ line) => console.log(line);

/** Browsers and office programs need a writable home directory, which some machines lack. */
function testEnvironment() {
  // Tests start the product's processes about fifty times, with a compile cache as in `npm start`.
  const started = { NODE_COMPILE_CACHE: compileCache, ...toolEnvironment() };
  const env = process.stdout.isTTY ? started : { ...started, NO_COLOR: '1' };
  return isWritable(os.homedir()) ? env : { ...env, HOME: temporaryFolder('home') };
}

const environment = { current: /** @type {NodeJS.ProcessEnv | undefined} */ (undefined) };

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [more]
 */
async function runTool(args, more = {}) {
  environment.current ??= testEnvironment();
  const { code } = await runProgram(ownNode(), args, { show: true, env: { ...environment.current, ...more } });
  return code;
}

/** @type {Step} */
const npmPackages = { name: 'npm packages', run: async () => ensureNpmPackages(say).then(() => ({ ok: true })) };

/** @type {Step} */
const systemPackages = {
  name: 'system packages',
  run: async () => {
    const missing = await ensureSystemPackages('test');
    return { ok: missing === undefined, note: missing };
  },
};

/** @type {Step} */
const lint = {
  name: 'lint and format',
  needs: [npmPackages.name],
  run: async () => ({ ok: (await runTool([tools.biome, 'ci', '.'])) === 0 }),
};

/**
 * Checks projects one after another with a single checker each: parallel checkers of one program repeat much work, at
 * twice the CPU time. Two such sequences side by side keep two cores busy.
 * @param {string[]} projects
 */
async function checkTypes(...projects) {
  const codes = [];
  for (const project of projects) codes.push(await runTool([tools.tsc, '-p', project, '--checkers', '1']));
  return codes;
}

/** @type {Step} */
const typeCheck = {
  name: 'types',
  needs: [npmPackages.name],
  run: async () => {
    const results = await Promise.all([checkTypes('.'), checkTypes('web', 'e2e', 'examples/portal')]);
    return { ok: results.flat().every((code) => code === 0) };
  },
};

/** @type {Step} */
const databaseTypes = {
  name: 'types of the tables',
  needs: [npmPackages.name],
  run: async () => {
    const ok = (await runTool([path.join(root, 'scripts', 'db-types.ts'), '--verify'])) === 0;
    return { ok, note: ok ? undefined : 'A migration changed the tables. Run npm run db:types.' };
  },
};

/** @type {Step} */
const webBuild = {
  name: 'web build',
  needs: [npmPackages.name],
  run: async () => ensureWebBuild(say).then(() => ({ ok: true })),
};

/** @type {Step} */
const unit = {
  name: 'unit, server and web tests',
  needs: [npmPackages.name, systemPackages.name, webBuild.name],
  run: async () => {
    const report = path.join(temporaryFolder('vitest'), 'report.json');
    const secondTries = path.join(import.meta.dirname, 'second-tries-reporter.mjs');
    const json = ['--reporter=json', `--outputFile.json=${report}`];
    const reporters = ['--reporter=default', `--reporter=${secondTries}`, ...json];
    const code = await runTool([tools.vitest, 'run', ...reporters]);
    return stepResult(readCounts(report, vitestCounts), code);
  },
};

/** @param {string[]} args @returns {Step} */
const endToEnd = (args) => ({
  name: 'end-to-end tests',
  needs: [npmPackages.name, systemPackages.name, webBuild.name],
  run: async () => {
    const report = path.join(temporaryFolder('playwright'), 'report.json');
    const command = [tools.playwright, 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json', ...args];
    const code = await runTool(command, { PLAYWRIGHT_JSON_OUTPUT_FILE: report, PLAYWRIGHT_JSON_OUTPUT_NAME: report });
    return stepResult(readCounts(report, playwrightCounts), code);
  },
});

/** @param {(Step | Step[])[]} steps */
async function report(steps) {
  const { ok, text } = summary(await runSteps(steps, say));
  say(text);
  return ok ? 0 : 1;
}

export async function testAll() {
  return report([npmPackages, [systemPackages, typeCheck, lint, webBuild, databaseTypes], unit, endToEnd([])]);
}

/** @param {string[]} args for Playwright, such as a file or --grep */
export async function testEndToEnd(args) {
  return report([npmPackages, systemPackages, webBuild, endToEnd(args)]);
}

export async function types() {
  return report([npmPackages, typeCheck]);
}

/** @param {string[]} args `--rounds 10`, and `--kill api` for one part only */
export async function faultsOfUploads(args) {
  await ensureNpmPackages(say);
  await ensureWebBuild(say);
  return runTool([path.join(root, 'e2e', 'faults', 'uploads', 'run-upload-faults.ts'), ...args]);
}

/** @param {string[]} args `--recipients 1000 --failing 3 --kills 1` */
export async function faultsOfMail(args) {
  await ensureNpmPackages(say);
  await ensureWebBuild(say);
  return runTool([path.join(root, 'e2e', 'faults', 'mail', 'run-mail-faults.ts'), ...args]);
}

/** @param {string[]} args `--kill worker`, `--phase running`, `--step ocr` for some only */
export async function faultsOfReading(args) {
  await ensureNpmPackages(say);
  await ensureWebBuild(say);
  return runTool([path.join(root, 'e2e', 'faults', 'reading', 'run-reading-faults.ts'), ...args]);
}
