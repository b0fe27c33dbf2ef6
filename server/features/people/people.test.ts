import { findPeople } from '@lectern/contract/features/people.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let biologist: Identity;
let geneticist: Identity;
let lawyer: Identity;
let plainUser: Identity;

beforeAll(async () => {
  test = await startTestApp();
  const { organisation } = test.container.services;
  const context = await test.context(test.admin);
  const collegeId = await organisation.createCollege(context, { code: 'SCI', name: 'Sciences' });
  const biology = await organisation.createDepartment(context, { collegeId, code: 'BIO', name: 'Biology' });
  const genetics = await organisation.createDepartment(context, {
    collegeId,
    parentId: biology,
    code: 'GEN',
    name: 'Genetics',
  });
  const law = await organisation.createDepartment(context, { collegeId, code: 'LAW', name: 'Law' });
  biologist = await test.identity({ roleId: 3, departmentId: biology, name: 'Scope Biologist' });
  geneticist = await test.identity({ roleId: 3, departmentId: genetics, name: 'Scope Geneticist' });
  lawyer = await test.identity({ roleId: 3, departmentId: law, name: 'Scope Lawyer 100%_sure' });
  plainUser = await test.identity({ roleId: 4, departmentId: biology, name: 'Scope Plain' });
});
afterAll(() => test.close());

async function namesSeenBy(identity: Identity, text = 'Scope'): Promise<string[]> {
  return (await test.call(findPeople, { query: { text } }, { as: identity })).data.map((person) => person.name);
}

describe('finding people', () => {
  it('reaches everybody for an administrator', async () => {
    expect(await namesSeenBy(test.admin)).toEqual([
      'Scope Biologist',
      'Scope Geneticist',
      'Scope Lawyer 100%_sure',
      'Scope Plain',
    ]);
  });

  it('reaches the own department and those below it for role 3', async () => {
    expect(await namesSeenBy(biologist)).toEqual(['Scope Biologist', 'Scope Geneticist', 'Scope Plain']);
    expect(await namesSeenBy(geneticist)).toEqual(['Scope Geneticist']);
    expect(await namesSeenBy(lawyer)).toEqual(['Scope Lawyer 100%_sure']);
  });

  it('reaches only oneself for role 4', async () => {
    expect(await namesSeenBy(plainUser)).toEqual(['Scope Plain']);
  });

  it('names one person by id, forbidden or not, within the scope alone', async () => {
    const gone = await test.identity({ roleId: 4, name: 'Gone' });
    await test.db.updateTable('users').set({ access: 1 }).where('id', '=', gone.userId).execute();
    const byId = async (as: Identity) => (await test.call(findPeople, { query: { id: gone.userId } }, { as })).data;
    expect((await byId(test.admin)).map((person) => person.name)).toEqual(['Gone']);
    expect(await byId(biologist)).toEqual([]);
  });

  it('takes wildcards of the database as plain text', async () => {
    expect(await namesSeenBy(test.admin, '100%_')).toEqual(['Scope Lawyer 100%_sure']);
    expect(await namesSeenBy(test.admin, '%')).toEqual(['Scope Lawyer 100%_sure']);
    expect(await namesSeenBy(test.admin, "'; drop table users; --")).toEqual([]);
  });

  it('follows a move to another department on the next request', async () => {
    const law = await test.db
      .selectFrom('departments')
      .select('id')
      .where('code', '=', 'LAW')
      .executeTakeFirstOrThrow();
    const mover = await test.identity({ roleId: 3, name: 'Mover' });
    expect(await namesSeenBy(mover)).toEqual([]);
    await test.db.updateTable('users').set({ department_id: law.id }).where('id', '=', mover.userId).execute();
    test.container.http.afterChange();
    expect(await namesSeenBy(mover)).toEqual(['Scope Lawyer 100%_sure']);
  });
});
