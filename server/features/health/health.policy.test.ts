import { describe, expect, test } from 'vitest';
import {
  engineProblems,
  mailProblems,
  notInTime,
  problemsOf,
  sandboxProblems,
  stateOf,
  summariseLoops,
} from './health.policy.ts';

const now = new Date('2026-03-01T12:00:00Z');
const worker = { name: 'w', startedAt: now.toISOString(), lastSeenAt: now.toISOString() };
const well = {
  database: 'up' as const,
  disk: { path: '/data', freeBytes: 50 * 1024 ** 3, floorBytes: 2 * 1024 ** 3 },
  queue: { waiting: 0, failedLastDay: 0, oldestWaitingAt: null, workers: [worker] },
  loops: [],
  now,
};

describe('health', () => {
  test('reports an unreachable mail server, but not a missing one', () => {
    const mail = { host: 'mail.test:25', from: null, problem: 'refused', since: null, resumeAt: null, waiting: 3 };
    const [problem] = mailProblems({ ...mail, state: 'down' });
    expect(problem).toEqual({
      severity: 'warn',
      code: 'mailDown',
      params: { host: 'mail.test:25', problem: 'refused', count: '3' },
    });
    for (const state of ['none', 'untried', 'ok'] as const) expect(mailProblems({ ...mail, state })).toEqual([]);
  });

  test('is degraded without a sandbox, and only remarks on one that the operator did without', () => {
    expect(sandboxProblems('landlock', 'refuse')).toEqual([]);
    expect(stateOf(sandboxProblems('none', 'refuse'))).toBe('degraded');
    expect(sandboxProblems('none', 'run')).toEqual([{ severity: 'warn', code: 'sandboxWaived', params: {} }]);
  });

  test('is ok when nothing is wrong', () => {
    expect(problemsOf(well)).toEqual([]);
    expect(stateOf([])).toBe('ok');
  });

  test('is down without the database, even if nothing else is known', () => {
    const problems = problemsOf({ ...well, database: 'down', queue: null });
    expect(problems).toHaveLength(1);
    expect(stateOf(problems)).toBe('down');
  });

  test('is degraded, not down, with a slow database', () => {
    const problems = problemsOf({ ...well, database: 'slow', queue: notInTime });
    expect(problems).toMatchObject([{ severity: 'bad', code: 'databaseSlow' }]);
    expect(stateOf(problems)).toBe('degraded');
  });

  test.each([
    ['no worker', { queue: { ...well.queue, workers: [] } }, { code: 'noWorker' }],
    ['little disk', { disk: { ...well.disk, freeBytes: 1024 ** 3 } }, { code: 'diskLow', params: { free: '1.0 GB' } }],
    ['an unreadable disk', { disk: null }, { code: 'filesUnreadable' }],
    [
      'a job that waits for more than ten minutes',
      { queue: { ...well.queue, waiting: 1, oldestWaitingAt: '2026-03-01T11:49:00Z' } },
      { code: 'longWait', params: { minutes: '11' } },
    ],
  ])('is degraded with %s', (_what, change, problem) => {
    const problems = problemsOf({ ...well, ...change });
    expect(problems).toMatchObject([{ severity: 'bad', ...problem }]);
    expect(stateOf(problems)).toBe('degraded');
  });

  test.each([
    ['a folder for files', { disk: notInTime }, 'filesNotMeasured'],
    ['a queue', { queue: notInTime }, 'queueNotMeasured'],
  ] as const)(
    'says that %s that was not measured in time is unknown, and not that it is broken',
    (_what, change, code) => {
      const problems = problemsOf({ ...well, ...change });
      expect(problems).toEqual([{ severity: 'warn', code, params: {} }]);
      expect(stateOf(problems)).toBe('ok');
    },
  );

  test('stays ok with a job that waits for ten minutes', () => {
    const queue = { ...well.queue, waiting: 1, oldestWaitingAt: '2026-03-01T11:50:00Z' };
    expect(problemsOf({ ...well, queue })).toEqual([]);
  });

  test('mentions failed jobs and missing engines without raising the alarm', () => {
    const problems = [
      ...problemsOf({ ...well, queue: { ...well.queue, failedLastDay: 2 } }),
      ...engineProblems(
        [
          { name: 'FFmpeg', found: false, packages: ['ffmpeg'] },
          { name: 'ffprobe', found: false, packages: ['ffmpeg'] },
          { name: 'bubblewrap', found: false, packages: ['bubblewrap'] },
          { name: 'pdftotext', found: true, packages: [] },
          { name: 'Speech', found: false, packages: [], install: 'npm install' },
        ],
        (packages) => `install ${packages.join(' ')}`,
      ),
    ];
    expect(problems).toEqual([
      { severity: 'warn', code: 'jobsFailed', params: { count: '2' } },
      {
        severity: 'warn',
        code: 'enginesMissing',
        params: { names: 'FFmpeg, ffprobe, bubblewrap, Speech', command: 'install ffmpeg bubblewrap && npm install' },
      },
    ]);
    expect(stateOf(problems)).toBe('ok');
  });

  test('sums up a loop over all processes that run it, the failing ones first', () => {
    const row = (name: string, instance: string, failures: number, lastSuccessAt: Date | null) => ({
      name,
      instance,
      failures,
      failing: failures >= 3,
      failing_since: failures > 0 ? now : null,
      ...{
        last_success_at: lastSuccessAt,
        last_failure_at: null,
        message: failures > 0 ? instance : null,
        seen_at: now,
      },
    });
    const later = new Date(now.getTime() + 1_000);
    const loops = summariseLoops([row('scan', 'a', 0, now), row('mail', 'a', 0, later), row('mail', 'b', 4, now)]);
    expect(loops).toMatchObject([
      { name: 'mail', instances: 2, failing: true, failures: 4, message: 'b', lastSuccessAt: later.toISOString() },
      { name: 'scan', instances: 1, failing: false, failures: 0 },
    ]);
    expect(problemsOf({ ...well, loops })).toEqual([{ severity: 'bad', code: 'loopsFailing', params: { count: '1' } }]);
  });
});
