import { flushCompileCache } from 'node:module';
import { ConfigProblems } from '../config/config.ts';
import { answerSupervisor } from './child-lifecycle.ts';
import { exitCodeDoNotRestart, exitCodeFailure } from './exit-codes.ts';
import { StartProblem } from './start-problem.ts';

/** Runs the start of a process; a problem that a person must fix is reported in plain words and not retried. */
export async function startProcess(start: () => Promise<void>): Promise<void> {
  answerSupervisor();
  try {
    await start();
    // At the end it would be too late for one that is killed: the next one would have to compile everything again.
    flushCompileCache();
  } catch (error) {
    const mendable = error instanceof ConfigProblems || error instanceof StartProblem;
    const text = mendable ? error.message : `Couldn’t start: ${error instanceof Error ? error.stack : String(error)}`;
    process.stderr.write(`${text}\n`);
    process.exit(mendable ? exitCodeDoNotRestart : exitCodeFailure);
  }
}
