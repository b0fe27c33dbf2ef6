import { sql, type UpdateObject } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { DB } from '../../platform/db/schema.ts';
import { Browser } from '../../testing/browser.ts';
import { ownPassword, type SignInRig, startSignInRig } from '../../testing/sign-in-rig.ts';

let rig: SignInRig;
beforeAll(async () => {
  rig = await startSignInRig();
});
afterAll(() => rig.close());

async function someoneWaitsForALock(): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ waiting: number }>`select count(*) as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(rig.db);
      expect(rows[0]?.waiting).toBe(1);
    },
    { timeout: 20_000 },
  );
}

/**
 * Signs in while the account is being changed: the password is checked before the change commits, the session opens
 * after it.
 */
async function loginDuring(change: UpdateObject<DB, 'users'>) {
  const { id, account } = await rig.person();
  let login: ReturnType<Browser['login']> | undefined;
  await rig.db.transaction().execute(async (transaction) => {
    await transaction.updateTable('users').set(change).where('id', '=', id).execute();
    login = new Browser(rig.app).login(account, ownPassword);
    await someoneWaitsForALock();
  });
  const answer = await login;
  const sessions = await rig.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute();
  return { answer, sessions };
}

it('refuses a login whose password was changed during the check', async () => {
  const { answer, sessions } = await loginDuring({ password_hash: await rig.hasher.hash('another password') });
  expect(answer).toMatchObject({ http: 401, code: 'wrongCredentials', setCookies: [] });
  expect(sessions).toEqual([]);
});

it('refuses a login whose account was forbidden during the check', async () => {
  const { answer, sessions } = await loginDuring({ access: 1 });
  expect(answer).toMatchObject({ http: 401, code: 'wrongCredentials', setCookies: [] });
  expect(sessions).toEqual([]);
});

it('allows a login whose account was renamed during the check', async () => {
  const { answer, sessions } = await loginDuring({ name: 'Another name' });
  expect(answer?.status).toBe(200);
  expect(sessions).toHaveLength(1);
});
