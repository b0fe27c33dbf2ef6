import { resourcePages } from '@lectern/contract/features/resource.ts';
import { sql } from 'kysely';
import {
  libraryResourceListSource,
  myResourceListSource,
  resourceListSource,
} from '../server/features/resource/list/resource-list.source.ts';
import type { Db } from '../server/platform/db/database.ts';
import type { Principal } from '../server/platform/http/principal.ts';
import {
  type Case,
  casesOf,
  compare,
  type Figure,
  isComparable,
  pageAfter,
  pageSize,
  type Side,
  viewOf,
} from './compare-lists.ts';

const sources = [resourceListSource, myResourceListSource, libraryResourceListSource];
const tag = sql<{ id: string }>`select id from tags where name = 'topic 7'`;
/** Everywhere, now and then, nowhere; in both scripts; several. */
export const texts = ['algebra', 'zygote', 'xqzwvkj', '数学', '稀有词', 'lecture robotics', '2024', 'ph'];
/** Nothing fits: the titles are looked through for what was meant, which may take its time. */
export const mistyped = ['algerba', 'phsyics'];

export async function principalOf(db: Db, roleId: 1 | 3 | 4): Promise<Principal> {
  const { rows } = await sql<{ id: string; department_id: string; path: string }>`
    select users.id, department_id, path from users join departments on departments.id = department_id
    where users.account = 'owner1'`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('nobody was seeded');
  return {
    userId: row.id,
    sessionId: '',
    account: '',
    name: '',
    roleId,
    permissions: [...resourcePages],
    departmentId: row.department_id,
    departmentPath: row.path,
    deptCode: null,
    mustChangePassword: false,
  };
}

export async function allCases({ db }: Side): Promise<Case[]> {
  const { rows } = await tag.execute(db);
  const filters: Record<string, string>[] = [
    {},
    { search: 'algebra' },
    { visibility: 'campus', language: 'en' },
    { tag: String(rows[0]?.id) },
  ];
  const cases: Case[] = [];
  for (const roleId of [1, 3, 4] as const) {
    const principal = await principalOf(db, roleId);
    for (const source of sources) cases.push(...casesOf(source, principal, filters));
  }
  return cases;
}

/** The three lists of resources at two sizes. */
export async function compareSizes(few: Side, many: Side, requests: number): Promise<Figure[]> {
  const [left, right] = [await allCases(few), await allCases(many)];
  const figures: Figure[] = [];
  for (const [index, one] of left.entries()) {
    const other = right[index];
    if (!other || !(await isComparable([few, one], [many, other]))) continue;
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

/** Page 5,000, or the last one of a shorter list, against page 1 of the same list. */
export async function comparePages(side: Side, requests: number): Promise<Figure[]> {
  const principal = await principalOf(side.db, 1);
  const rows = Math.min(5_000 * pageSize, Math.floor(side.count * 0.9));
  const figures: Figure[] = [];
  for (const sort of resourceListSource.list.sorts.flatMap((one) => [one, `-${one}`])) {
    const query = { ...viewOf(resourceListSource.list, { sort }), page: 1, size: pageSize };
    const first: Case = { name: '', source: resourceListSource, query, principal };
    const far = await pageAfter(side, resourceListSource, { sort, principal, rows });
    figures.push(
      await compare(
        far.name,
        [
          [side, first],
          [side, far],
        ],
        requests,
      ),
    );
  }
  return figures;
}

/** Searches against a page of the list without one. */
export async function compareSearch(side: Side, searches: readonly string[], requests: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const roleId of [1, 3, 4] as const) {
    const principal = await principalOf(side.db, roleId);
    const caseOf = (fields: Record<string, string>): Case => ({
      name: '',
      source: resourceListSource,
      query: { ...viewOf(resourceListSource.list, fields), page: 1, size: pageSize },
      principal,
    });
    for (const search of searches) {
      figures.push(
        await compare(
          `search “${search}”, role ${roleId}`,
          [
            [side, caseOf({})],
            [side, caseOf({ search })],
          ],
          requests,
        ),
      );
    }
  }
  return figures;
}
