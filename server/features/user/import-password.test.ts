import {
  checkUserImport,
  handOutImportPasswords,
  runUserImport,
  uploadUserImport,
} from '@lectern/contract/features/user-import.ts';
import type { ImportFile } from '@lectern/contract/import/define-import.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  await test.container.worker.start();
});
afterAll(async () => {
  await test.container.worker.stop();
  await test.close();
});

async function imported(...accounts: string[]): Promise<string> {
  const response = await test.app.inject({
    method: 'POST',
    url: `/api${uploadUserImport.path}?name=people.csv`,
    headers: { authorization: `Bearer ${test.admin.token}`, 'content-type': 'application/octet-stream' },
    body: Buffer.from(['account,name', ...accounts.map((account) => `${account},Name of ${account}`)].join('\n')),
  });
  const { id } = response.json<{ data: ImportFile }>().data;
  const as = test.admin;
  await test.call(checkUserImport, { params: { id }, body: { mapping: { account: 0, name: 1 } } }, { as });
  await test.call(runUserImport, { params: { id } }, { as });
  await eventually(async () => {
    const made = await test.db.selectFrom('users').select('id').where('account', 'in', accounts).execute();
    expect(made).toHaveLength(accounts.length);
  });
  return id;
}
const handOut = (id: string, as: Identity = test.admin, headers: Record<string, string> = {}) =>
  test.call(handOutImportPasswords, { params: { id } }, { as, headers });

describe('one-time passwords for imported people', () => {
  it('let each person in once, to choose their own, and are shown once', async () => {
    const id = await imported('new.a', 'new.b');
    const first = await handOut(id);
    expect(first.data).toMatchObject({ done: true, rows: [{ account: 'new.a' }, { account: 'new.b' }] });
    const session = await test.signIn('new.a', first.data.rows[0]?.password);
    expect(session.mustChangePassword).toBe(true);
    expect((await handOut(id)).data).toEqual({ rows: [], done: true });
  });

  it('are given out once, however many ask at the same time', async () => {
    const id = await imported('race.a', 'race.b', 'race.c');
    const answers = await Promise.all([handOut(id), handOut(id)]);
    const accounts = answers.flatMap((answer) => answer.data.rows.map((row) => row.account));
    expect(accounts.sort()).toEqual(['race.a', 'race.b', 'race.c']);
  });

  it('leave people alone who have a password, or more power than the one who asks', async () => {
    const id = await imported('kept.a', 'kept.b');
    await test.db.updateTable('users').set({ password_hash: 'own' }).where('account', '=', 'kept.a').execute();
    await test.db.updateTable('users').set({ role_id: 1 }).where('account', '=', 'kept.b').execute();
    const deputy = await test.identity({ roleId: 2 });
    await test.db.updateTable('imports').set({ owner_id: deputy.userId }).where('id', '=', id).execute();
    expect((await handOut(id, deputy)).data).toEqual({ rows: [], done: true });
  });

  it('aren’t for someone else’s import, and stay out of logs, activities and stored answers', async () => {
    const id = await imported('quiet.a');
    expect((await handOut(id, await test.identity({ roleId: 1 }))).failure.code).toBe('notFound');
    const { data } = await handOut(id, test.admin, { 'idempotency-key': 'hand-out-1' });
    const password = data.rows[0]?.password ?? 'none';
    expect(password).toMatch(/^\w{4}-/);
    const stored = await Promise.all([
      test.db.selectFrom('activities').selectAll().execute(),
      test.db.selectFrom('idempotency_keys').selectAll().execute(),
      test.db.selectFrom('events').selectAll().execute(),
    ]);
    expect(JSON.stringify(stored)).not.toContain(password);
    expect(test.logLines.join('')).not.toContain(password);
  });
});
