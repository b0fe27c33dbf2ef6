import { getCurrentUser } from '@lectern/contract/features/auth.ts';
import { listMyActivity, updatePreferences, updateProfile } from '@lectern/contract/features/profile.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

describe('one’s profile', () => {
  it('changes name and contact, and keeps before and after', async () => {
    const person = await test.identity({ roleId: 4, name: 'Old Name' });
    const { version } = (await test.call(getCurrentUser, {}, { as: person })).data;
    const body = { name: '张敏', email: 'min@example.edu', version };
    const answer = await test.call(updateProfile, { body }, { as: person });
    expect(answer.data).toMatchObject({ name: '张敏', email: 'min@example.edu', version: version + 1 });
    const [latest] = (await test.call(listMyActivity, {}, { as: person })).data;
    expect(latest).toMatchObject({
      action: 'profile.updated',
      before: { name: 'Old Name', email: null },
      after: { name: '张敏', email: 'min@example.edu' },
    });
  });

  it('refuses a change that someone else overtook', async () => {
    const person = await test.identity({ roleId: 4 });
    const { version } = (await test.call(getCurrentUser, {}, { as: person })).data;
    const results = await Promise.all(
      ['A', 'B', 'C'].map((name) => test.call(updateProfile, { body: { name, version } }, { as: person })),
    );
    expect(results.map((result) => result.http).sort()).toEqual([200, 409, 409]);
  });

  it('refuses an invalid email, an empty name and read-only fields', async () => {
    const person = await test.identity({ roleId: 4 });
    for (const body of [
      { email: 'nonsense' },
      { name: '   ' },
      { roleId: 1 },
      { permissions: ['/app/home/my'] },
      { deptCode: 'X' },
    ]) {
      expect((await test.call(updateProfile, { body: { ...body, version: 1 } as never }, { as: person })).http).toBe(
        422,
      );
    }
    const row = await test.db.selectFrom('users').selectAll().where('id', '=', person.userId).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ role_id: 4, version: 1 });
  });

  it('keeps theme, density and language on the server', async () => {
    const person = await test.identity({ roleId: 4 });
    await test.call(updatePreferences, { body: { theme: 'dark' } }, { as: person });
    const answer = await test.call(updatePreferences, { body: { language: 'zh', density: 'compact' } }, { as: person });
    expect(answer.data).toEqual({ theme: 'dark', density: 'compact', language: 'zh' });
    const user = await test.call(getCurrentUser, {}, { as: person });
    expect(user.data.preferences).toEqual(answer.data);
  });

  it('shows only one’s own activity', async () => {
    const person = await test.identity({ roleId: 4 });
    const { data } = await test.call(listMyActivity, {}, { as: person });
    const actors = await test.db
      .selectFrom('activities')
      .select('actor_id')
      .where('id', 'in', [0, ...data.map((row) => Number(row.id))])
      .execute();
    expect(actors.every((row) => row.actor_id === person.userId)).toBe(true);
  });
});
