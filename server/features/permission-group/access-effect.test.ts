import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { accessEffect } from './access-effect.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('shows who gains, who loses and which pages close, and changes nothing', async () => {
  const one = await test.identity({ roleId: 4, name: 'One', pages: ['/app/data/convert'] });
  const two = await test.identity({ roleId: 3, name: 'Two' });
  const group = await test.db
    .selectFrom('permission_group_members')
    .select('group_id')
    .where('user_id', '=', one.userId)
    .executeTakeFirstOrThrow();
  const effect = await accessEffect(test.db, async (transaction) => {
    await transaction
      .updateTable('permission_group_members')
      .set({ user_id: two.userId })
      .where('group_id', '=', group.group_id)
      .execute();
    await transaction
      .updateTable('permission_group_rules')
      .set({ path: '/app/course/list' })
      .where('group_id', '=', group.group_id)
      .execute();
  });
  expect(effect).toEqual({
    gains: [{ userId: two.userId, name: 'Two', paths: ['/app/course/list'] }],
    loses: [{ userId: one.userId, name: 'One', paths: ['/app/data/convert'] }],
    people: 2,
    closed: ['/app/data/convert'],
  });
  expect((await test.context(one)).principal.permissions).toEqual(['/app/data/convert']);
});

it('counts what a role opens, and what a forbidden account closes', async () => {
  const person = await test.identity({ roleId: 3, name: 'Raised' });
  const administrator = await test.identity({ roleId: 2, name: 'Ended' });
  const effect = await accessEffect(test.db, async (transaction) => {
    await transaction.updateTable('users').set({ role_id: 2 }).where('id', '=', person.userId).execute();
    await transaction.updateTable('users').set({ access: 1 }).where('id', '=', administrator.userId).execute();
  });
  expect([effect.gains.map((entry) => entry.name), effect.loses.map((entry) => entry.name)]).toEqual([
    ['Raised'],
    ['Ended'],
  ]);
  expect(effect.gains[0]?.paths).toEqual(effect.loses[0]?.paths);
  expect(effect.gains[0]?.paths).toContain('/app/system/accessGroup');
  expect(effect.closed).toEqual([]);
});

it('passes on what the change itself refuses', async () => {
  const refusal = accessEffect(test.db, () => Promise.reject(new Error('No such department')));
  await expect(refusal).rejects.toThrow('No such department');
});
