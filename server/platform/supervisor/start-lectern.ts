import { ConfigProblems, readConfig } from '../config/config.ts';
import { exitCodeDoNotRestart } from './exit-codes.ts';
import { type RunOptions, runLectern } from './run-lectern.ts';

/** Reads the settings first, so all their problems are printed before anything starts. */
export async function startLectern(options: Omit<RunOptions, 'config'>): Promise<number> {
  try {
    return await runLectern({ ...options, config: readConfig(options.env) });
  } catch (error) {
    if (!(error instanceof ConfigProblems)) throw error;
    process.stdout.write(`${error.message}\n`);
    return exitCodeDoNotRestart;
  }
}
