import { createSandbox } from '../engines/sandbox/run-sandboxed.ts';
import { tryLevel } from '../engines/sandbox/sandbox-level.ts';

/**
 * Engine tests use Landlock where it is available instead of bubblewrap; feature tests use the best available level.
 * Together they run every engine at both levels.
 */
export const runSandboxed = createSandbox({
  withoutSandbox: () => 'refuse',
  level: (await tryLevel('landlock')) === null ? 'landlock' : undefined,
});
