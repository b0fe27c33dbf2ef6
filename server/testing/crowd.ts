import { grantablePaths } from '@lectern/contract/access.ts';
import type { GroupContent, GroupMember } from '@lectern/contract/features/permission-group.ts';
import { sql } from 'kysely';
import { insertVersion, updateMembers, updateRules } from '../features/permission-group/permission-group.repository.ts';
import { newId } from '../platform/new-id.ts';
import { hashSecretToken, newSecretToken } from '../platform/secret-token.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Identity, TestApp } from './test-app.ts';

type Person = Identity & { administrator: boolean; forbidden: boolean };
export type Crowd = Awaited<ReturnType<typeof buildCrowd>>;

/**
 * Many people in a tree of departments, with positions, sessions and permission groups. Inserted as rows, without
 * hashing passwords.
 */
export async function buildCrowd(test: TestApp, random: SeededRandom, size: { people: number; groups: number }) {
  const departments = await insertDepartments(test, random);
  const positions = await insertPositions(test);
  const identities = await insertPeople(test, random, { departments, positions, count: size.people });
  const ids = [...identities.keys()];
  const member = (): GroupMember => {
    const kind = random.one(['user', 'user', 'user', 'position', 'department'] as const);
    return { kind, id: random.one({ user: ids, position: positions, department: departments }[kind]) };
  };
  const groups = Array.from({ length: size.groups }, (_, at) => ({
    ...{ id: newId(), name: `Group ${at}`, description: '' },
    rules: Object.fromEntries(
      random.some(grantablePaths(), 6).map((path) => [path, random.one([0, 0, 0, 0, 1] as const)]),
    ),
    members: Array.from({ length: 4 }, member),
  }));
  await insertGroups(test, groups);
  return { departments, positions, identities, ids, groups, moveSomeDepartment: mover(test, departments) };
}

async function insertGroups(test: TestApp, groups: readonly (GroupContent & { id: string })[]): Promise<void> {
  await test.db
    .insertInto('permission_groups')
    .values(groups.map(({ id, name }) => ({ id, name })))
    .execute();
  for (const { id, rules, members, ...named } of groups) {
    await updateRules(test.db, id, rules);
    await updateMembers(test.db, id, members);
    const content = { ...named, rules, members };
    const entry = { groupId: id, version: 1, actorId: test.admin.userId, cause: 'created', restoredVersion: null };
    await insertVersion(test.db, { ...entry, content });
  }
}

async function insertDepartments(test: TestApp, random: SeededRandom): Promise<string[]> {
  const college_id = newId();
  await test.db.insertInto('colleges').values({ id: college_id, code: 'CROWD', name: 'Crowd' }).execute();
  const rows: { id: string; parent_id: string | null; path: string }[] = [];
  for (let at = 0; at < 24; at += 1) {
    const id = newId();
    const above = at < 4 ? undefined : random.one(rows);
    rows.push({ id, parent_id: above?.id ?? null, path: `${above?.path ?? '/'}${id}/` });
  }
  const named = rows.map((row, at) => ({ ...row, college_id, code: `CROWD-${at}`, name: `Department ${at}` }));
  await test.db.insertInto('departments').values(named).execute();
  return rows.map(({ id }) => id);
}

async function insertPositions(test: TestApp): Promise<string[]> {
  const rows = Array.from({ length: 12 }, (_, at) => ({ id: newId(), name: `Post ${at}`, role_id: 4, sort: at }));
  await test.db.insertInto('positions').values(rows).execute();
  return rows.map(({ id }) => id);
}

type Places = { departments: readonly string[]; positions: readonly string[]; count: number };

async function insertPeople(test: TestApp, random: SeededRandom, places: Places): Promise<Map<string, Person>> {
  const people = Array.from({ length: places.count }, (_, at) => ({
    id: newId(),
    account: `crowd-${at}`,
    name: `Person ${at}`,
    role_id: random.one([2, 3, 3, 4, 4, 4, 4, 4, 4, 4]),
    access: random.chance(0.05) ? 1 : 0,
    department_id: random.chance(0.9) ? random.one(places.departments) : null,
    position_id: random.chance(0.7) ? random.one(places.positions) : null,
  }));
  await test.db.insertInto('users').values(people).execute();
  const expires_at = new Date(Date.now() + 3_600_000);
  const sessions = people.map(({ id }) => ({
    id: newId(),
    user_id: id,
    user_agent: 'crowd',
    ip: '127.0.0.1',
    expires_at,
  }));
  await test.db.insertInto('sessions').values(sessions).execute();
  const tokens = sessions.map(({ id, user_id }) => ({ session_id: id, user_id, token: newSecretToken() }));
  await test.db
    .insertInto('session_tokens')
    .values(
      tokens.map(({ session_id, token }) => ({ session_id, kind: 'access', hash: hashSecretToken(token), expires_at })),
    )
    .execute();
  const tokenOf = new Map(tokens.map(({ user_id, token }) => [user_id, token]));
  return new Map(
    people.map((person) => [
      person.id,
      {
        ...{ userId: person.id, account: person.account, token: tokenOf.get(person.id) ?? '', refreshToken: '' },
        ...{ roleId: person.role_id, deptCode: null, expiresAt: expires_at.toISOString(), mustChangePassword: false },
        ...{ cookies: {}, administrator: person.role_id <= 2, forbidden: person.access === 1 },
      },
    ]),
  );
}

/** Moves a department without subdepartments to another place in the tree. */
function mover(test: TestApp, departments: readonly string[]) {
  return async (random: SeededRandom): Promise<void> => {
    const id = random.one(departments);
    const target = random.one(departments.filter((other) => other !== id));
    await sql`
      update departments set parent_id = target.id, path = target.path || departments.id || '/'
      from departments target
      where departments.id = ${id} and target.id = ${target} and target.path not like departments.path || '%'
        and not exists (select from departments below where below.parent_id = departments.id)`.execute(test.db);
    test.container.http.afterChange();
  };
}
