import { getHealthReport, getHealthState } from '@lectern/contract/features/health.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

// Shortens the back-off so that retries come quickly.
vi.mock('../../platform/background-loop/back-off.ts', () => ({ backOffMs: () => 5 }));
vi.mock('../upload/upload-writer.repository.ts', async (original) => ({
  ...(await original<object>()),
  writerLeaseSeconds: -2,
}));

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const report = async () => (await test.call(getHealthReport, { query: { fresh: 'true' } }, { as: test.admin })).data;

it.each([
  ['worker', 'webhooks', 'webhookLoop', 'publication_changes'],
  ['api', 'uploadRecovery', 'uploadRecovery', 'uploads'],
] as const)(
  'a broken query in a loop of the %s shows on the health page and opens a task until it works again',
  async (_process, name, service, table) => {
    const { [service]: loop, taskLoop, tasks } = test.container.services;
    const taskOf = async () => {
      await taskLoop.drain();
      return tasks.findOpen(test.db, `loopFailing:${name}`);
    };
    const renamed = sql.table(`${table}_gone`);
    await sql`alter table ${sql.table(table)} rename to ${renamed}`.execute(test.db);
    // Restarted because the API has been running this loop since the start.
    await loop.stop();
    loop.start();
    try {
      await eventually(async () => {
        const { problems, loops } = await report();
        expect(problems).toContainEqual({ severity: 'bad', code: 'loopsFailing', params: { count: '1' } });
        const message = `relation "${table}" does not exist (SQL 42P01)`;
        expect(loops?.[0]).toMatchObject({ name, failing: true, message });
      });
      expect((await test.call(getHealthState)).data.state).toBe('degraded');
      expect(await eventually(taskOf)).toMatchObject({ kind: 'loopFailing', object_id: name, assignee_id: null });
    } finally {
      await sql`alter table ${renamed} rename to ${sql.table(table)}`.execute(test.db);
    }
    await eventually(async () => {
      const { problems, loops } = await report();
      expect(problems.map(({ code }) => code)).not.toContain('loopsFailing');
      expect(loops?.find((one) => one.name === name)).toMatchObject({ failing: false, failures: 0, message: null });
      expect(await taskOf()).toBeUndefined();
    });
    await loop.stop();
  },
);
