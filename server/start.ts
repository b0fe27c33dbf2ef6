import { describeSandbox, sandboxLevelHere } from './engines/sandbox/sandbox-level.ts';
import { startLectern } from './platform/supervisor/start-lectern.ts';

const exitCode = await startLectern({
  env: process.env,
  entries: import.meta.dirname,
  // Set by the set-up script, so the ready time includes installing and building.
  describeSandbox: async ({ engines }) => describeSandbox(await sandboxLevelHere(), engines.withoutSandbox),
  startedAt: Number(process.argv[2] ?? performance.timeOrigin),
});
process.exit(exitCode);
