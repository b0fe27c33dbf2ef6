import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { nodeFlags } from '../server/platform/supervisor/node-child.ts';
import type { ServerFigures, ServerQuestion } from './servers/answer-figures.ts';

export type MeasuredServer = {
  address: string;
  figures(): Promise<ServerFigures>;
  /** The statements that `work` makes the server send to the database. */
  statementsOf(work: () => Promise<unknown>): Promise<string[]>;
  /** Timeouts that pass while it is paused are logged as warnings, which are therefore off. */
  pause(): void;
  resume(): void;
  stop(): void;
};

/** Starts a server in its own process, which reports its CPU time and its database statements. */
export async function startMeasured(name: 'by-hand' | 'lectern', env: Record<string, string>): Promise<MeasuredServer> {
  const entry = path.join(import.meta.dirname, 'servers', `${name}.ts`);
  const child = fork(entry, { env: { ...process.env, LECTERN_LOG_LEVEL: 'error', ...env }, execArgv: nodeFlags });
  const ask = async <Answer>(question: ServerQuestion): Promise<Answer> => {
    child.send(question);
    const [answer] = (await once(child, 'message')) as [Answer];
    return answer;
  };
  const [{ address }] = (await once(child, 'message')) as [{ address: string }];
  return {
    address,
    figures: () => ask<ServerFigures>('figures'),
    statementsOf: async (work) => {
      await ask('record');
      await work();
      return ask<string[]>('recorded');
    },
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    stop: () => child.kill('SIGKILL'),
  };
}
