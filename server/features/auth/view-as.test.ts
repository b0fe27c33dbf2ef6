import { getCurrentUser, listSessions, logout } from '@lectern/contract/features/auth.ts';
import { updateProfile } from '@lectern/contract/features/profile.ts';
import { getSettings } from '@lectern/contract/features/settings.ts';
import { exportUsers } from '@lectern/contract/features/user.ts';
import { beginViewAs, endViewAs } from '@lectern/contract/features/view-as.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from '../../platform/http/mount-endpoints.ts';
import { cookieHeader, type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const begin = (as: Identity, { userId: id }: Identity) => test.call(beginViewAs, { params: { id } }, { as });
const me = async (as: Identity) => (await test.call(getCurrentUser, {}, { as })).data;
const trace = (actorId: string) =>
  test.db
    .selectFrom('activities')
    .select(['action', 'object_id', 'after'])
    .where('actor_id', '=', actorId)
    .where('action', 'like', 'viewAs.%')
    .orderBy('id')
    .execute();

describe('view as', () => {
  it('shows what the other sees from the next request on, until it is stopped, and leaves a trace of both', async () => {
    const chief = await test.identity({ roleId: 1, name: 'Chief' });
    const clerk = await test.identity({ roleId: 4, name: 'Clerk', pages: ['/app/home/my'] });
    expect((await begin(chief, clerk)).status).toBe(204);
    expect(await me(chief)).toMatchObject({
      id: clerk.userId,
      name: 'Clerk',
      roleId: 4,
      permissions: ['/app/home/my'],
      viewedBy: { id: chief.userId, name: 'Chief' },
    });
    expect((await test.call(getSettings, {}, { as: chief })).failure.code).toBe('pageForbidden');
    expect((await me(clerk)).viewedBy).toBeUndefined();
    expect((await test.call(endViewAs, {}, { as: chief })).status).toBe(204);
    expect(await me(chief)).toMatchObject({ id: chief.userId, roleId: 1 });
    expect((await test.call(getSettings, {}, { as: chief })).status).toBe(200);
    expect(await trace(chief.userId)).toMatchObject([
      { action: 'viewAs.began', object_id: clerk.userId },
      { action: 'viewAs.ended', object_id: clerk.userId },
    ]);
  });

  it('keeps the language of the person viewing', async () => {
    const chief = await test.identity({ roleId: 1 });
    const clerk = await test.identity({ roleId: 4 });
    await test.db.updateTable('users').set({ language: 'zh' }).where('id', '=', chief.userId).execute();
    await begin(chief, clerk);
    expect((await me(chief)).preferences.language).toBe('zh');
    expect((await me(clerk)).preferences.language).toBe('en');
  });

  it('refuses every write except stopping and logging out', async () => {
    const chief = await test.identity({ roleId: 1 });
    const clerk = await test.identity({ roleId: 4, name: 'Untouched' });
    await begin(chief, clerk);
    const body = { name: 'Touched', version: 1 };
    expect((await test.call(updateProfile, { body }, { as: chief })).failure.code).toBe('viewAsReadOnly');
    expect((await begin(chief, clerk)).failure.code).toBe('viewAsReadOnly');
    expect((await me(clerk)).name).toBe('Untouched');
    expect((await test.call(listSessions, {}, { as: chief })).status).toBe(200);
    expect((await test.call(logout, {}, { as: chief })).status).toBe(204);
    expect((await test.call(getCurrentUser, {}, { as: chief })).status).toBe(105);
    expect((await test.call(getCurrentUser, {}, { as: clerk })).status).toBe(200);
  });

  it('is for super administrators, never as another one, oneself or a missing user', async () => {
    const chief = await test.identity({ roleId: 1 });
    const other = await test.identity({ roleId: 1 });
    const administrator = await test.identity({ roleId: 2 });
    const clerk = await test.identity({ roleId: 4 });
    expect((await begin(administrator, clerk)).failure.code).toBe('abilityMissing');
    expect((await begin(clerk, administrator)).status).toBe(403);
    expect((await begin(chief, other)).failure.code).toBe('morePowerful');
    expect((await begin(chief, chief)).failure.code).toBe('notOneself');
    const nobody = { ...clerk, userId: '0197a0d0-0000-7000-8000-00000000dead' };
    expect((await begin(chief, nobody)).failure.code).toBe('notFound');
    expect((await begin(chief, administrator)).status).toBe(204);
  });

  it('is one session’s: others of the same person, and later ones, are the person’s own', async () => {
    const clerk = await test.identity({ roleId: 4 });
    const elsewhere = await test.signIn('admin');
    await begin(elsewhere, clerk);
    expect((await me(elsewhere)).id).toBe(clerk.userId);
    expect((await me(test.admin)).id).toBe(test.admin.userId);
    const later = await test.signIn('admin');
    expect((await me(later)).viewedBy).toBeUndefined();
  });

  it('ends automatically when the viewer is demoted or the viewed person promoted', async () => {
    const setRole = async ({ userId }: Identity, role_id: number) => {
      await test.db.updateTable('users').set({ role_id }).where('id', '=', userId).execute();
      test.container.http.afterChange();
    };
    const chief = await test.identity({ roleId: 1 });
    const clerk = await test.identity({ roleId: 4 });
    await begin(chief, clerk);
    await setRole(clerk, 1);
    expect((await me(chief)).id).toBe(chief.userId);
    await setRole(clerk, 4);
    await setRole(chief, 2);
    expect((await me(chief)).id).toBe(chief.userId);
  });

  it('records downloads in the viewer’s name', async () => {
    const chief = await test.identity({ roleId: 1 });
    const administrator = await test.identity({ roleId: 2 });
    await begin(chief, administrator);
    const url = `${pathOf(exportUsers)}?format=csv&columns=name`;
    const answer = await test.app.inject({ url, headers: { cookie: cookieHeader(chief.cookies) } });
    expect(answer.statusCode).toBe(200);
    const [, file] = await trace(chief.userId);
    expect(file).toMatchObject({ action: 'viewAs.downloaded', after: { path: pathOf(exportUsers) } });
  });
});
