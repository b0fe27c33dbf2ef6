import type { JobDefinition } from '../../platform/queue/job-definition.ts';
import type { RoundDependencies } from './rounds.ts';

const everyMinutes = 5;

/** Every few minutes; once an hour all tasks are compared with the states. */
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
