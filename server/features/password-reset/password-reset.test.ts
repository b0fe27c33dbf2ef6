import { getCurrentUser, login } from '@lectern/contract/features/auth.ts';
import { askForPassword, usePasswordReset } from '@lectern/contract/features/password-reset.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger } from '../../testing/queue-rig.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { SystemMailEntry } from '../mail/system-mail.ts';
import { PasswordResetService } from './password-reset.service.ts';

let test: TestApp;
let resets: PasswordResetService;
const mails: SystemMailEntry[] = [];
const mail = {
  configured: () => true,
  queue: async (_transaction: unknown, entry: SystemMailEntry) => void mails.push(entry),
};
beforeAll(async () => {
  test = await startTestApp();
  const { tasks, notifications, passwords } = test.container.services;
  resets = new PasswordResetService({
    logger: silentLogger,
    db: test.db,
    tasks,
    notifications,
    passwords,
    mail: () => mail,
    administrators: async () => [],
  });
});
afterAll(() => test.close());

const newPassword = 'a brand new passphrase';
async function person(values: Record<string, unknown> = { email: 'ada@example.edu' }) {
  const identity = await test.identity({ roleId: 4 });
  await test.db.updateTable('users').set(values).where('id', '=', identity.userId).execute();
  return identity;
}
async function linkFor(account: string): Promise<string> {
  mails.length = 0;
  await resets.ask(await test.context(test.admin), account);
  await resets.drain();
  return mails[0]?.link?.split('#reset=')[1] ?? '';
}
const use = (token: string, password = newPassword) =>
  test.call(usePasswordReset, { body: { token, newPassword: password } });
const tasksOf = async (userId: string) =>
  (await test.db.selectFrom('tasks').select('id').where('object_id', '=', userId).execute()).length;

describe('a forgotten password', () => {
  it('gets the same answer whether or not the account exists', async () => {
    const { account } = await person();
    const answers = [];
    for (const asked of [account, account.toUpperCase(), 'nobody-at-all']) {
      const { http, status, data, message } = await test.call(askForPassword, { body: { account: asked } });
      answers.push({ http, status, data, message });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 202, data: { by: 'administrators' } });
    const asks = await test.db.selectFrom('password_reset_asks').selectAll().execute();
    expect(asks).toHaveLength(3);
  });

  it('opens one task for administrators without a mail server, and none for forbidden or unknown accounts', async () => {
    const { passwordResets } = test.container.services;
    const [ada, forbidden] = [await person(), await person({ access: 1 })];
    const context = await test.context(test.admin);
    for (const account of [ada.account, ada.account, forbidden.account, 'nobody-at-all']) {
      await passwordResets.ask(context, account);
    }
    await passwordResets.drain();
    expect([await tasksOf(ada.userId), await tasksOf(forbidden.userId)]).toEqual([1, 0]);
    const bell = await test.db
      .selectFrom('notifications')
      .select('kind')
      .where('user_id', '=', test.admin.userId)
      .execute();
    expect(bell).toEqual([{ kind: 'taskOpened' }]);
  });

  it('works once by its link: all sessions end, and the database stores only the link’s hash', async () => {
    const ada = await person();
    const token = await linkFor(ada.account);
    expect(mails).toMatchObject([{ userId: ada.userId, template: 'passwordReset', link: `/app/auth#reset=${token}` }]);
    const kept = await test.db.selectFrom('password_resets').selectAll().where('user_id', '=', ada.userId).execute();
    expect(JSON.stringify(kept)).not.toContain(token);
    expect((await use(token, 'short')).failure.code).toBe('invalidInput');
    const twice = await Promise.all([use(token), use(token)]);
    expect(twice.map(({ http }) => http).sort()).toEqual([200, 410]);
    expect((await test.call(getCurrentUser, {}, { as: ada })).http).toBe(401);
    const body = { account: ada.account, password: newPassword };
    expect((await test.call(login, { body })).status).toBe(200);
    expect(test.logLines.filter((line) => line.includes(token))).toEqual([]);
  });

  it('has links that are over: used, too old, of a person who was forbidden, of a newer choice, or never given', async () => {
    const ada = await person();
    const [first, second] = [await linkFor(ada.account), await linkFor(ada.account)];
    expect((await use(first)).status).toBe(204);
    expect((await use(second)).failure.code).toBe('resetLinkOver');
    const old = await person();
    const late = await linkFor(old.account);
    await test.db
      .updateTable('password_resets')
      .set({ expires_at: new Date(0) })
      .where('user_id', '=', old.userId)
      .execute();
    const gone = await person();
    const forbidden = await linkFor(gone.account);
    await test.db.updateTable('users').set({ access: 1 }).where('id', '=', gone.userId).execute();
    for (const token of [late, forbidden, 'x', `${first}x`]) {
      expect((await use(token)).failure.code).toBe('resetLinkOver');
    }
  });

  it('sends at most three links an hour, and opens a task for accounts without an address', async () => {
    const ada = await person();
    const sent = [];
    for (let index = 0; index < 5; index += 1) sent.push(await linkFor(ada.account));
    expect(sent.filter((token) => token !== '')).toHaveLength(3);
    const bob = await person({ email: null });
    expect([await linkFor(bob.account), await tasksOf(bob.userId)]).toEqual(['', 1]);
  });

  it('can’t be asked for in a flood from one address', async () => {
    const answers = [];
    for (let index = 0; index < 12; index += 1) {
      answers.push((await test.call(askForPassword, { body: { account: 'nobody-at-all' } })).http);
    }
    expect(answers.at(-1)).toBe(429);
  });

  it('can’t be requested in a flood from one IPv6 network', async () => {
    const answers: number[] = [];
    for (let index = 0; index < 11; index += 1) {
      const { statusCode } = await test.app.inject({
        method: 'POST',
        url: '/api/auth/forgotten',
        remoteAddress: `2001:db8:1:2::${index + 1}`,
        body: { account: `name-${index}` },
      });
      answers.push(statusCode);
    }
    expect(answers.slice(-2)).toEqual([202, 429]);
  });
});
