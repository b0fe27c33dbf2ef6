// Runs on Node 20 and newer without any packages, because it installs the packages and the newer Node.
import path from 'node:path';
import { dev, start } from './commands/start.mjs';
import { faultsOfMail, faultsOfReading, faultsOfUploads, testAll, testEndToEnd, types } from './commands/test.mjs';
import { build, builtCommand, toolCommand, tools } from './commands/tools.mjs';
import { root } from './setup/project.mjs';

/** @type {Record<string, (args: string[]) => Promise<number>>} */
const commands = {
  start,
  dev,
  build,
  test: testAll,
  types,
  lint: toolCommand(tools.biome, 'ci', '.'),
  format: toolCommand(tools.biome, 'check', '--write', '.'),
  'test:unit': toolCommand(tools.vitest, 'run'),
  'test:e2e': testEndToEnd,
  'docs:settings': toolCommand(path.join(root, 'scripts', 'docs', 'write-settings.ts')),
  'docs:screenshots': builtCommand(path.join(root, 'e2e', 'screenshots', 'take-screenshots.ts')),
  screens: builtCommand(path.join(root, 'e2e', 'screens', 'take-screens.ts')),
  'bench:lists': toolCommand(path.join(root, 'bench', 'lists.ts')),
  'bench:search': toolCommand(path.join(root, 'bench', 'search.ts')),
  'bench:export': toolCommand(path.join(root, 'bench', 'export.ts')),
  'bench:uploads': toolCommand(path.join(root, 'bench', 'uploads.ts')),
  'bench:portal': toolCommand(path.join(root, 'bench', 'portal.ts')),
  'bench:events': toolCommand(path.join(root, 'bench', 'events.ts')),
  'bench:stats': toolCommand(path.join(root, 'bench', 'stats.ts')),
  'bench:records': toolCommand(path.join(root, 'bench', 'records.ts')),
  'bench:signin': toolCommand(path.join(root, 'bench', 'signin.ts')),
  'bench:api': toolCommand(path.join(root, 'bench', 'api.ts')),
  'bench:idle': toolCommand(path.join(root, 'bench', 'idle.ts')),
  'bench:engines': toolCommand(path.join(root, 'bench', 'engines.ts')),
  'bench:recognition': toolCommand(path.join(root, 'bench', 'recognition.ts')),
  'bench:words': toolCommand(path.join(root, 'bench', 'words.ts')),
  'bench:sensitive': toolCommand(path.join(root, 'bench', 'sensitive.ts')),
  'bench:fairness': toolCommand(path.join(root, 'bench', 'fairness.ts')),
  'bench:typing': builtCommand(path.join(root, 'bench', 'typing.ts')),
  'example:portal': toolCommand(path.join(root, 'examples', 'portal', 'server', 'start.ts')),
  machines: toolCommand(path.join(root, 'scripts', 'machines.ts')),
  verify: toolCommand(path.join(root, 'scripts', 'verify.ts')),
  'stats:rebuild': toolCommand(path.join(root, 'scripts', 'stats-rebuild.ts')),
  'faults:uploads': faultsOfUploads,
  'faults:reading': faultsOfReading,
  'faults:mail': faultsOfMail,
  'check:api': toolCommand(path.join(root, 'server', 'testing', 'fuzz', 'check-api.ts')),
  'check:corpus': toolCommand(path.join(root, 'bench', 'check-corpus.ts')),
  'check:documents': toolCommand(path.join(root, 'bench', 'documents.ts')),
  'check:disguises': toolCommand(path.join(root, 'bench', 'disguises.ts')),
  shape: toolCommand(path.join(root, 'scripts', 'shape.ts')),
  'db:types': toolCommand(path.join(root, 'scripts', 'db-types.ts')),
};

const [name = '', ...args] = process.argv.slice(2);
const command = commands[name];
if (!command) {
  console.error(`Unknown command “${name}”. Available commands: ${Object.keys(commands).join(', ')}.`);
  process.exit(64);
}
try {
  process.chdir(root);
  process.exit(await command(args));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
