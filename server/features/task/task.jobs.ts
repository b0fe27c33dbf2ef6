import type { JobDefinition } from '../../platform/queue/job-definition.ts';
import type { RoundDependencies } from './rounds.ts';

const everyMinutes = 5;

/** Runs every few minutes; once an hour it compares all tasks with the states. */
export function taskRoundsJob(dependencies: RoundDependencies): JobDefinition {
  return {
    kind: 'taskRounds',
    concurrency: 1,
    limitSeconds: 1800,
    schedule: `*/${everyMinutes} * * * *`,
    overdueMinutes: 60,
    load: async () => {
      const { makeRounds } = await import('./rounds.ts');
      return async (job, { db, signal }) => {
        const everything = job.input.everything === true || new Date().getMinutes() < everyMinutes;
        return { result: await makeRounds(db, dependencies, { everything, signal }) };
      };
    },
  };
}
