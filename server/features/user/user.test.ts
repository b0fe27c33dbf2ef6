import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, testPassword } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const newcomer = { name: 'New Comer', password: testPassword, mustChangePassword: true };

describe('creating a user', () => {
  it('lets the new person sign in, however the account was typed, and leaves an activity without the password', async () => {
    const { users } = test.container.services;
    const id = await users.create(await test.context(test.admin), { ...newcomer, account: '  Ｎew.Comer ', roleId: 3 });
    const session = await test.signIn('new.comer');
    expect(session.mustChangePassword).toBe(true);
    const activity = await test.db
      .selectFrom('activities')
      .selectAll()
      .where('object_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(activity.action).toBe('user.created');
    expect(JSON.stringify(activity)).not.toContain(testPassword);
  });

  it('refuses an account that is taken, in whatever case', async () => {
    const { users } = test.container.services;
    const context = await test.context(test.admin);
    await expect(users.create(context, { ...newcomer, account: 'ADMIN', roleId: 4 })).rejects.toMatchObject({
      code: 'invalidInput',
    });
  });

  it('refuses to make somebody with more power than oneself', async () => {
    const administrator = await test.identity({ roleId: 2 });
    const context = await test.context(administrator);
    const creating = test.container.services.users.create(context, { ...newcomer, account: 'usurper', roleId: 1 });
    await expect(creating).rejects.toMatchObject({ code: 'abilityMissing' });
  });
});
