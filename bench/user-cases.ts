import { userList } from '@lectern/contract/features/user.ts';
import { sql } from 'kysely';
import { userListSource } from '../server/features/user/user-list.source.ts';
import type { Db } from '../server/platform/db/database.ts';
import type { Principal } from '../server/platform/http/principal.ts';
import { type Case, casesOf, compare, type Figure, pageAfter, pageSize, type Side } from './compare-lists.ts';

const filters: Record<string, string>[] = [
  {},
  { search: '张敏7' },
  { role: '3' },
  { access: 'forbid', signedIn: 'yes' },
];

async function principalOf(db: Db, roleId: 1 | 3 | 4): Promise<Principal> {
  const { rows } = await sql<{ id: string; department_id: string; path: string }>`
    select users.id, department_id, path from users join departments on departments.id = department_id
    order by users.account limit 1`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('nobody was seeded');
  return {
    userId: row.id,
    sessionId: '',
    account: '',
    name: '',
    roleId,
    permissions: [userList.page],
    departmentId: row.department_id,
    departmentPath: row.path,
    deptCode: null,
    mustChangePassword: false,
  };
}

async function allCases(side: Side): Promise<Case[]> {
  const cases: Case[] = [];
  for (const roleId of [1, 3, 4] as const) {
    const principal = await principalOf(side.db, roleId);
    cases.push(...casesOf(userListSource, principal, filters));
    if (roleId !== 1) continue;
    // The last full page: page 2,000 of the larger list, page 20 of the smaller one.
    for (const sort of userList.sorts.flatMap((one) => [one, `-${one}`])) {
      cases.push(await pageAfter(side, userListSource, { sort, principal, rows: side.count - pageSize }));
    }
  }
  return cases;
}

/** The list of users at two sizes. */
export async function compareUsers(few: Side, many: Side, requests: number): Promise<Figure[]> {
  const [left, right] = [await allCases(few), await allCases(many)];
  const figures: Figure[] = [];
  for (const [index, one] of left.entries()) {
    const other = right[index];
    if (!other) continue;
    figures.push(
      await compare(
        one.name,
        [
          [few, one],
          [many, other],
        ],
        requests,
      ),
    );
  }
  return figures;
}
