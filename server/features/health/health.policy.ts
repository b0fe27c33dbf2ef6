import type { HealthReport } from '@lectern/contract/features/health.ts';

export type Problem = HealthReport['problems'][number];

type Measured = {
  database: { reachable: boolean };
  disk: { path: string; freeBytes: number; floorBytes: number } | null;
  /** null: nobody could be asked. */
  queue: Pick<HealthReport['queue'], 'waiting' | 'failedLastDay' | 'oldestWaitingAt' | 'workers'> | null;
  now: Date;
};

const longestWaitMs = 10 * 60_000;

/** What is wrong with the parts that a look at the database and the disk tells, worst first. */
export function problemsOf({ database, disk, queue, now }: Measured): Problem[] {
  const problems: Problem[] = [];
  if (!database.reachable) problems.push(bad('The database does not answer: nobody can work until it is back.'));
  if (!disk) problems.push(bad('The folder for files cannot be read: nothing can be stored or shown.'));
  else if (disk.freeBytes < disk.floorBytes) {
    problems.push(
      bad(
        `Only ${gigabytes(disk.freeBytes)} are free on the disk of ${disk.path}: nothing more is stored below ${gigabytes(disk.floorBytes)}.`,
      ),
    );
  }
  if (!queue) return problems;
  if (queue.workers.length === 0) problems.push(bad('No worker is alive: machine work waits until one starts.'));
  const waitedMs = queue.oldestWaitingAt ? now.getTime() - new Date(queue.oldestWaitingAt).getTime() : 0;
  if (waitedMs > longestWaitMs) {
    problems.push(bad(`The oldest job has been waiting for ${Math.floor(waitedMs / 60_000)} minutes.`));
  }
  if (queue.failedLastDay > 0) {
    const jobs = queue.failedLastDay === 1 ? '1 job has' : `${queue.failedLastDay} jobs have`;
    problems.push(warn(`${jobs} failed in the last 24 hours.`));
  }
  return problems;
}

type Engine = { name: string; found: boolean; packages: readonly string[] };

/** One sentence for all that is missing, with one command that mends it. */
export function engineProblems(engines: readonly Engine[], install: (packages: string[]) => string): Problem[] {
  const missing = engines.filter((engine) => !engine.found);
  if (missing.length === 0) return [];
  const names = missing.map((engine) => engine.name).join(', ');
  const packages = [...new Set(missing.flatMap((engine) => engine.packages))];
  return [warn(`Missing engines: ${names}. Install them with: ${install(packages)}`)];
}

/** Without the database nothing works; with any other serious problem, not everything. */
export function stateOf(database: { reachable: boolean }, problems: readonly Problem[]): HealthReport['state'] {
  if (!database.reachable) return 'down';
  return problems.some((problem) => problem.severity === 'bad') ? 'degraded' : 'ok';
}

function bad(text: string): Problem {
  return { severity: 'bad', text };
}

function warn(text: string): Problem {
  return { severity: 'warn', text };
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1024 ** 3).toFixed(1)} GB`;
}
