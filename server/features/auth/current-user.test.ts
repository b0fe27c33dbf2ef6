import { getCurrentUser } from '@lectern/contract/features/auth.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/new-id.ts';
import { Browser } from '../../testing/browser.ts';
import { ownPassword, type SignInRig, startSignInRig } from '../../testing/sign-in-rig.ts';

let rig: SignInRig;
beforeAll(async () => {
  rig = await startSignInRig();
});
afterAll(() => rig.close());

async function readAs(account: string) {
  const browser = new Browser(rig.app);
  const login = await browser.login(account, ownPassword);
  return { login, answer: await browser.call(getCurrentUser) };
}

async function organisation() {
  const [collegeId, schoolId, departmentId, positionId] = [newId(), newId(), newId(), newId()];
  await rig.db.insertInto('colleges').values({ id: collegeId, code: 'ENG', name: 'Engineering' }).execute();
  const department = { college_id: collegeId, name: 'School' };
  await rig.db
    .insertInto('departments')
    .values([
      { ...department, id: schoolId, code: 'ENG-S', path: `/${schoolId}/` },
      {
        ...department,
        id: departmentId,
        parent_id: schoolId,
        code: 'ENG-S-1',
        name: 'Optics',
        path: `/${schoolId}/${departmentId}/`,
      },
    ])
    .execute();
  await rig.db.insertInto('positions').values({ id: positionId, name: 'Lecturer', role_id: 3 }).execute();
  return { collegeId, schoolId, departmentId, positionId };
}

async function allow(path: string, member: { user_id?: string; department_id?: string; position_id?: string }) {
  const groupId = newId();
  await rig.db.insertInto('permission_groups').values({ id: groupId, name: groupId }).execute();
  await rig.db.insertInto('permission_group_rules').values({ group_id: groupId, path, flag: 0 }).execute();
  await rig.db
    .insertInto('permission_group_members')
    .values({ id: newId(), group_id: groupId, ...member })
    .execute();
}

describe('the current user', () => {
  it('comes in the field result, with the envelope', async () => {
    const { account } = await rig.person();
    const { answer } = await readAs(account);
    expect(Object.keys(answer.body).sort()).toEqual(['message', 'result', 'status']);
  });

  it('can be without department, college and position', async () => {
    const { id, account } = await rig.person();
    expect((await readAs(account)).answer.data).toEqual({
      id,
      account,
      name: `Name of ${account}`,
      email: null,
      phone: null,
      roleId: 4,
      permissions: [],
      deptCode: null,
      department: null,
      college: null,
      position: null,
      mustChangePassword: false,
      preferences: { theme: 'system', density: 'comfortable', language: 'en' },
      unreadNotifications: 0,
      setupHidden: false,
      timeZone: 'Asia/Shanghai',
      trashDays: 30,
      version: 1,
    });
  });

  it('has their units, and the pages that person, position and departments above allow', async () => {
    const { collegeId, schoolId, departmentId, positionId } = await organisation();
    const { id, account } = await rig.person({ roleId: 3, departmentId, positionId });
    await allow('/app/course/list', { user_id: id });
    await allow('/app/data/resource', { position_id: positionId });
    await allow('/app/email/list', { department_id: schoolId });
    const { login, answer } = await readAs(account);
    expect(login.data.deptCode).toBe('ENG-S-1');
    expect(answer.data).toMatchObject({
      roleId: 3,
      deptCode: 'ENG-S-1',
      department: { id: departmentId, code: 'ENG-S-1', name: 'Optics' },
      college: { id: collegeId, code: 'ENG', name: 'Engineering' },
      position: { id: positionId, name: 'Lecturer' },
      permissions: ['/app/course/list', '/app/data/resource', '/app/email/list'],
    });
  });

  it('knows how many notifications are unread', async () => {
    const { id, account } = await rig.person();
    const notice = { user_id: id, kind: 'announcement' };
    await rig.db
      .insertInto('notifications')
      .values([
        { ...notice, id: newId() },
        { ...notice, id: newId() },
        { ...notice, id: newId(), read_at: new Date() },
      ])
      .execute();
    expect((await readAs(account)).answer.data.unreadNotifications).toBe(2);
  });
});
