import { createSandbox } from '../engines/sandbox/run-sandboxed.ts';
import { tryLevel } from '../engines/sandbox/sandbox-level.ts';

/**
 * Engine tests run without bubblewrap, which every machine can; the tests of features run at the best level there is. So
 * both levels see every engine.
 */
export const runSandboxed = createSandbox({
  withoutSandbox: () => 'refuse',
  level: (await tryLevel('landlock')) === null ? 'landlock' : undefined,
});
