import { randomUUID } from 'node:crypto';
import { getUserLock, releaseUserLock, takeUserLock } from '@lectern/contract/features/user-detail.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

const page = '/app/system/systemAdmin';
let test: TestApp;
let anna: Identity;
let ben: Identity;
beforeAll(async () => {
  test = await startTestApp();
  anna = await test.identity({ roleId: 2, name: 'Anna' });
  ben = await test.identity({ roleId: 2, name: 'Ben' });
});
afterAll(() => test.close());

const person = async () => (await test.identity({ roleId: 4 })).userId;
const take = (as: Identity, id: string, window: string) =>
  test.call(takeUserLock, { params: { id }, body: { window } }, { as });
const look = (as: Identity, id: string, window: string = randomUUID()) =>
  test.call(getUserLock, { params: { id }, query: { window } }, { as });
const release = (as: Identity, id: string, window: string) =>
  test.call(releaseUserLock, { params: { id }, query: { window } }, { as });

describe('the edit lock', () => {
  it('shows others who is editing since when, and passes to the next person on release', async () => {
    const [id, annas, bens] = [await person(), randomUUID(), randomUUID()];
    expect((await look(ben, id)).data).toBeNull();
    const taken = await take(anna, id, annas);
    expect(taken.data).toMatchObject({ own: true, holder: { name: 'Anna' } });
    expect((await take(ben, id, bens)).data).toEqual({ ...taken.data, own: false });
    expect((await take(anna, id, annas)).data.since).toBe(taken.data.since);
    await release(anna, id, annas);
    expect((await take(ben, id, bens)).data).toMatchObject({ own: true, holder: { name: 'Ben' } });
  });

  it('distinguishes two windows of one person', async () => {
    const [id, first, second] = [await person(), randomUUID(), randomUUID()];
    await take(anna, id, first);
    expect((await take(anna, id, second)).data).toMatchObject({ own: false, holder: { name: 'Anna' } });
  });

  it('lapses when it is not renewed', async () => {
    const id = await person();
    await take(anna, id, randomUUID());
    await sql`update edit_locks set expires_at = now() - interval '1 second' where object_id = ${id}`.execute(test.db);
    expect((await look(ben, id)).data).toBeNull();
    expect((await take(ben, id, randomUUID())).data).toMatchObject({ own: true, holder: { name: 'Ben' } });
  });

  it('is given to exactly one of many who ask at the same moment', async () => {
    const id = await person();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => take(index % 2 ? anna : ben, id, randomUUID())),
    );
    expect(answers.filter((answer) => answer.data.own)).toHaveLength(1);
  });

  it('can’t be released by anyone else, even with the window’s ID', async () => {
    const [id, annas] = [await person(), randomUUID()];
    await take(anna, id, annas);
    await release(ben, id, annas);
    expect((await look(anna, id, annas)).data).toMatchObject({ own: true });
  });

  it('needs edit access to the person, and view access', async () => {
    const editor = await test.identity({ roleId: 3, pages: [page] });
    const reader = await test.identity({ roleId: 4, pages: [page] });
    expect((await take(anna, test.admin.userId, randomUUID())).failure.code).toBe('abilityMissing');
    expect((await take(editor, await person(), randomUUID())).failure.code).toBe('notFound');
    expect((await take(reader, reader.userId, randomUUID())).failure.code).toBe('abilityMissing');
    expect((await look(editor, await person())).failure.code).toBe('notFound');
    expect((await take(anna, randomUUID(), randomUUID())).failure.code).toBe('notFound');
  });
});
