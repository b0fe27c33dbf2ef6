import { flushCompileCache } from 'node:module';
import { ConfigProblems } from '../config/config.ts';
import { answerSupervisor, untilStart } from './child-lifecycle.ts';
import { exitCodeDoNotRestart, exitCodeFailure } from './exit-codes.ts';
import { StartProblem } from './start-problem.ts';

/** Runs a process's startup; a problem that a person must fix is reported in plain words and not retried. */
export async function startProcess(start: () => Promise<void>): Promise<void> {
  answerSupervisor();
  try {
    await untilStart();
    await start();
    // Flush now, because a killed process can't flush on exit and the next start would compile everything again.
    flushCompileCache();
  } catch (error) {
    const mendable = error instanceof ConfigProblems || error instanceof StartProblem;
    const text = mendable ? error.message : `Couldn’t start: ${error instanceof Error ? error.stack : String(error)}`;
    process.stderr.write(`${text}\n`);
    process.exit(mendable ? exitCodeDoNotRestart : exitCodeFailure);
  }
}
