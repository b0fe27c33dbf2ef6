import { createHash, randomUUID } from 'node:crypto';
import { askForAccess } from '@lectern/contract/features/access-request.ts';
import { changePassword } from '@lectern/contract/features/auth.ts';
import { getSettings, updateSettings } from '@lectern/contract/features/settings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, testPassword } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

async function rename(platformName: string, key: string, version: number) {
  return test.call(
    updateSettings,
    { body: { settings: { platformName }, version } },
    { as: test.admin, headers: { 'idempotency-key': key } },
  );
}

describe('the same request sent again with its idempotency key', () => {
  it('ten times at once has one effect and ten equal answers', async () => {
    const { version } = (await test.call(getSettings, {}, { as: test.admin })).data;
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => rename('Once', key, version)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200));
    for (const answer of answers) expect(answer.data).toEqual(answers[0]?.data);
    expect((await test.call(getSettings, {}, { as: test.admin })).data.version).toBe(version + 1);
  });

  it('with another body is refused', async () => {
    const { version } = (await test.call(getSettings, {}, { as: test.admin })).data;
    const key = randomUUID();
    await rename('First', key, version);
    const answer = await rename('Second', key, version + 1);
    expect(answer.failure.code).toBe('idempotencyKeyReused');
  });

  it('with passwords is never stored, and its duplicate gets a conflict', async () => {
    const person = await test.identity({ roleId: 4 });
    const key = randomUUID();
    const change = () =>
      test.call(
        changePassword,
        { body: { oldPassword: testPassword, newPassword: 'a brand-new battery staple' } },
        { as: person, headers: { 'idempotency-key': key } },
      );
    expect((await change()).status).toBe(204);
    expect((await change()).failure.code).toBe('sameRequestDone');
    const kept = await test.db
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    expect(kept.request_hash).toEqual(createHash('sha256').digest());
  });

  it('by another person is another request', async () => {
    const [first, second] = [await test.identity({ roleId: 4 }), await test.identity({ roleId: 4 })];
    const headers = { 'idempotency-key': 'the-same-key' };
    const body = { page: '/app/data/convert' };
    const one = await test.call(askForAccess, { body }, { as: first, headers });
    const two = await test.call(askForAccess, { body }, { as: second, headers });
    expect(one.data.taskId).not.toBe(two.data.taskId);
  });

  it('may try again after a refusal', async () => {
    const key = randomUUID();
    expect((await rename('Conflict', key, -1)).failure.code).toBe('changedMeanwhile');
    const { version } = (await test.call(getSettings, {}, { as: test.admin })).data;
    expect((await rename('Conflict', key, version)).status).toBe(200);
  });

  it('whose first answer was lost after the effect says that it was carried out', async () => {
    const { version } = (await test.call(getSettings, {}, { as: test.admin })).data;
    const key = randomUUID();
    await rename('Answer lost', key, version);
    await test.db
      .updateTable('idempotency_keys')
      .set({ answer: null, http_status: null, started_at: new Date(Date.now() - 10 * 60_000) })
      .where('key', '=', key)
      .execute();
    expect((await rename('Answer lost', key, version)).failure.code).toBe('sameRequestDone');
  });

  it('whose first try died before any effect is carried out', async () => {
    const { version } = (await test.call(getSettings, {}, { as: test.admin })).data;
    const key = randomUUID();
    await rename('Died before', key, version);
    await test.db
      .updateTable('idempotency_keys')
      .set({ answer: null, http_status: null, effect_at: null, started_at: new Date(Date.now() - 10 * 60_000) })
      .where('key', '=', key)
      .execute();
    expect((await rename('Died before', key, version)).failure.code).toBe('changedMeanwhile');
  });

  it('with a key that is no plain text is refused', async () => {
    const answer = await rename('Bad key', 'a b', 1);
    expect(answer.failure.code).toBe('malformedRequest');
  });
});
