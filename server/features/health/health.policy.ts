import {
  type HealthProblem,
  type HealthReport,
  type LoopReport,
  loopNames,
  type QueueReport,
} from '@lectern/contract/features/health.ts';
import type { SandboxLevel, WithoutSandbox } from '../../engines/sandbox/port.ts';
import type { LoopRow } from '../../platform/background-loop/loop-rows.ts';

export type Problem = HealthReport['problems'][number];

/** Not measured in time: slow doesn't prove broken, so the state is unknown. */
export const notInTime = 'notInTime';
export type NotInTime = typeof notInTime;

type Measured = {
  database: HealthReport['database']['state'];
  /** Null when it can't be read. */
  disk: { path: string; freeBytes: number; floorBytes: number } | NotInTime | null;
  /** Null when the query failed. */
  queue: Pick<QueueReport, 'waiting' | 'failedLastDay' | 'oldestWaitingAt' | 'workers'> | NotInTime | null;
  /** Null when the query failed. */
  loops: readonly LoopReport[] | NotInTime | null;
  now: Date;
};

const longestWaitMs = 10 * 60_000;

/** Problems of database, disk, queue and loops, worst first. */
export function problemsOf({ database, disk, queue, loops, now }: Measured): Problem[] {
  const problems: Problem[] = [];
  if (database === 'down') problems.push(bad('databaseDown'));
  if (database === 'slow') problems.push(bad('databaseSlow'));
  if (disk === notInTime) problems.push(warn('filesNotMeasured'));
  else if (!disk) problems.push(bad('filesUnreadable'));
  else if (disk.freeBytes < disk.floorBytes) {
    const params = { free: gigabytes(disk.freeBytes), path: disk.path, floor: gigabytes(disk.floorBytes) };
    problems.push(bad('diskLow', params));
  }
  const failing = Array.isArray(loops) ? loops.filter((loop) => loop.failing).length : 0;
  if (failing > 0) problems.push(bad('loopsFailing', { count: String(failing) }));
  if (!queue || queue === notInTime) {
    if (database === 'up') problems.push(warn('queueNotMeasured'));
    return problems;
  }
  if (queue.workers.length === 0) problems.push(bad('noWorker'));
  const waitedMs = queue.oldestWaitingAt ? now.getTime() - new Date(queue.oldestWaitingAt).getTime() : 0;
  if (waitedMs > longestWaitMs) {
    problems.push(bad('longWait', { minutes: String(Math.floor(waitedMs / 60_000)) }));
  }
  if (queue.failedLastDay > 0) problems.push(warn('jobsFailed', { count: String(queue.failedLastDay) }));
  return problems;
}

type Engine = { name: string; found: boolean; packages: readonly string[]; install?: string | null };

/** One problem for all missing engines, with one command that installs them. */
export function engineProblems(engines: readonly Engine[], install: (packages: string[]) => string): Problem[] {
  const missing = engines.filter((engine) => !engine.found);
  if (missing.length === 0) return [];
  const names = missing.map((engine) => engine.name).join(', ');
  const packages = [...new Set(missing.flatMap((engine) => engine.packages))];
  // Engines without system packages have their own install command.
  const own = missing.flatMap((engine) => (engine.packages.length === 0 && engine.install ? [engine.install] : []));
  const command = [...(packages.length > 0 ? [install(packages)] : []), ...new Set(own)].join(' && ');
  return [warn('enginesMissing', { names, command })];
}

/** Without a sandbox, engines are off unless the operator has allowed them to run without one. */
export function sandboxProblems(level: SandboxLevel, decision: WithoutSandbox): Problem[] {
  if (level !== 'none') return [];
  return decision === 'run' ? [warn('sandboxWaived')] : [bad('noSandbox')];
}

/** Waiting mail is sent automatically when the server is reachable again. */
export function mailProblems(mail: HealthReport['mail']): Problem[] {
  if (mail?.state !== 'down') return [];
  return [warn('mailDown', { host: mail.host ?? '', problem: mail.problem ?? '', count: String(mail.waiting) })];
}

/** One entry per loop across all processes, with the worst failure; failing loops first. */
export function summariseLoops(rows: readonly LoopRow[]): LoopReport[] {
  const reports = loopNames.flatMap((name): LoopReport[] => {
    const instances = rows.filter((row) => row.name === name);
    const [worst] = instances.toSorted((left, right) => right.failures - left.failures);
    if (!worst) return [];
    const successes = instances.flatMap((row) => row.last_success_at?.toISOString() ?? []).toSorted();
    return [
      {
        name,
        instances: instances.length,
        failing: instances.some((row) => row.failing),
        failures: worst.failures,
        failingSince: worst.failing_since?.toISOString() ?? null,
        lastSuccessAt: successes.at(-1) ?? null,
        message: worst.message,
      },
    ];
  });
  return reports.toSorted((left, right) => right.failures - left.failures);
}

/** `down` when the database is down; `degraded` with any other serious problem. */
export function stateOf(problems: readonly Problem[]): HealthReport['state'] {
  if (problems.some((problem) => problem.code === 'databaseDown')) return 'down';
  return problems.some((problem) => problem.severity === 'bad') ? 'degraded' : 'ok';
}

function bad(code: HealthProblem, params: Record<string, string> = {}): Problem {
  return { severity: 'bad', code, params };
}

function warn(code: HealthProblem, params: Record<string, string> = {}): Problem {
  return { severity: 'warn', code, params };
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1024 ** 3).toFixed(1)} GB`;
}
