import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, openDatabase } from '../../platform/db/database.ts';
import { newId } from '../../platform/new-id.ts';
import { createTestDatabase } from '../../testing/postgres.ts';
import { ensureFirstAdministrator } from './first-sign-in.ts';
import { PasswordHasher } from './password-hasher.ts';

const hasher = new PasswordHasher();
const databases: Db[] = [];
let db: Db;

async function emptyPlatform(): Promise<Db> {
  const { databaseUrl } = await createTestDatabase();
  const opened = openDatabase({ databaseUrl, applicationName: 'lectern-test', poolSize: 4 }).db;
  databases.push(opened);
  return opened;
}

beforeAll(async () => {
  db = await emptyPlatform();
});
afterAll(async () => {
  for (const database of databases) await database.destroy();
});

describe('the first super administrator', () => {
  it('is made once, with a readable password', async () => {
    const credentials = await ensureFirstAdministrator(db, hasher);
    expect(credentials?.account).toBe('admin');
    expect(credentials?.password).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{5}$/);
    const admin = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
    expect(admin).toMatchObject({ account: 'admin', role_id: 1, access: 0, must_change_password: false });
    expect(await hasher.verify(admin.password_hash, credentials?.password ?? '')).toBe(true);
    expect(await ensureFirstAdministrator(db, hasher)).toBeUndefined();
    const activities = await db.selectFrom('activities').select(['action', 'after']).execute();
    expect(activities).toEqual([{ action: 'user.created', after: { account: 'admin', roleId: 1 } }]);
  });

  it('has the password that the operator chose', async () => {
    const other = await emptyPlatform();
    const password = 'chosen by the operator';
    expect(await ensureFirstAdministrator(other, hasher, { password })).toEqual({ account: 'admin', password });
    const admin = await other.selectFrom('users').selectAll().executeTakeFirstOrThrow();
    expect(await hasher.verify(admin.password_hash, password)).toBe(true);
  });

  it('is one even when two processes start at the same moment', async () => {
    const other = await emptyPlatform();
    const made = await Promise.all([1, 2, 3].map(() => ensureFirstAdministrator(other, hasher)));
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await other.selectFrom('users').select('id').execute()).toHaveLength(1);
  });

  it('gets another name if someone with less power has that one', async () => {
    const other = await emptyPlatform();
    await other.insertInto('users').values({ id: newId(), account: 'Admin', name: 'A', role_id: 4 }).execute();
    expect((await ensureFirstAdministrator(other, hasher))?.account).toBe('admin2');
  });
});
