import { type ListDeclaration, viewSchema } from '@lectern/contract/list/define-list.ts';
import { sql } from 'kysely';
import type { Db } from '../server/platform/db/database.ts';
import type { Principal } from '../server/platform/http/principal.ts';
import { printCursor } from '../server/platform/list/cursor.ts';
import type { ListReader } from '../server/platform/list/list-reader.ts';
import type { ListSource } from '../server/platform/list/list-source.ts';
import { sortOf } from '../server/platform/list/read-page.ts';
import { tabCondition, type View } from '../server/platform/list/view-conditions.ts';
import { median, percentile } from './report.ts';

export const pageSize = 50;
export type Side = { db: Db; reader: ListReader; count: number };
export type Case = {
  name: string;
  source: ListSource;
  query: View & { page: number; size: number; cursor?: string };
  principal: Principal;
};
export type Figure = { name: string; ratio: number; few: number; many: number };

const rounds = 3;

/** The first of the seeded people, with the power of a role. */
export async function principalOf(db: Db, roleId: 1 | 3 | 4, permissions: readonly string[]): Promise<Principal> {
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
    permissions,
    departmentId: row.department_id,
    departmentPath: row.path,
    deptCode: null,
    mustChangePassword: false,
  };
}

/** Every tab × sort × filter of a list, for one person. */
export function casesOf(source: ListSource, principal: Principal, filters: readonly Record<string, string>[]): Case[] {
  const { list } = source;
  const sorts = list.sorts.flatMap((sort) => [sort, `-${sort}`]);
  return list.tabs.flatMap((tab) =>
    sorts.flatMap((sort) =>
      filters.map((filter) => ({
        name: `${list.id}, role ${principal.roleId}, ${tab} ${sort} ${JSON.stringify(filter)}`,
        source,
        query: { ...viewOf(list, { tab, sort, ...filter }), page: 1, size: pageSize },
        principal,
      })),
    ),
  );
}

export function viewOf(list: ListDeclaration, fields: Record<string, string>): View {
  return viewSchema(list).parse(fields) as View;
}

/** The page that begins after so many rows of the first tab, as somebody reaches it who walks there. */
export async function pageAfter(
  { db }: Side,
  source: ListSource,
  { sort, principal, rows: skipped }: { sort: string; principal: Principal; rows: number },
): Promise<Case> {
  const { descending, key } = sortOf(source, sort);
  const way = descending ? sql`desc` : sql`asc`;
  const [tab] = source.list.tabs;
  const { rows } = await sql<{ key: string; id: string }>`
    select (${key.by})::text as key, ${source.id} as id from ${source.from}
    where ${source.scope(principal)} and ${tabCondition(source, tab)}
    order by ${key.by} ${way}, ${source.id} ${way} limit 1 offset ${skipped - 1}`.execute(db);
  const last = rows[0];
  if (!last) throw new Error(`${source.list.id} has no ${skipped} rows`);
  const cursor = printCursor({ sort, way: 'next', key: last.key, id: last.id });
  const query = { ...viewOf(source.list, { sort }), page: 1, size: pageSize, cursor };
  return { name: `${source.list.id} after ${skipped} rows, ${sort}`, source, query, principal };
}

export async function p95({ reader }: Side, { source, query, principal }: Case, requests: number): Promise<number> {
  const samples: number[] = [];
  for (let index = 0; index < requests; index += 1) {
    const started = performance.now();
    await reader.page(source, query, principal);
    samples.push(performance.now() - started);
  }
  return percentile(samples, 0.95);
}

/** How much longer the second case takes than the first, median of the rounds. */
export async function compare(
  name: string,
  [few, many]: readonly [readonly [Side, Case], readonly [Side, Case]],
  requests: number,
): Promise<Figure> {
  const measured: { few: number; many: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    measured.push({ few: await p95(...few, requests), many: await p95(...many, requests) });
  }
  return {
    name,
    ratio: median(measured.map((round) => round.many / round.few)),
    few: median(measured.map((round) => round.few)),
    many: median(measured.map((round) => round.many)),
  };
}

/** The same cases on two sides, each against its twin. */
export async function compareTwins(
  few: readonly [Side, readonly Case[]],
  many: readonly [Side, readonly Case[]],
  requests: number,
  isFair: typeof isComparable = async () => true,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [index, one] of few[1].entries()) {
    const other = many[1][index];
    if (!other) continue;
    const twins = [[few[0], one] as const, [many[0], other] as const] as const;
    if (await isFair(...twins)) figures.push(await compare(one.name, twins, requests));
  }
  return figures;
}

/** Pages with as many rows on both sides can be compared: a short one costs less because it is short. */
export async function isComparable(few: readonly [Side, Case], many: readonly [Side, Case]): Promise<boolean> {
  const rowsOf = async ([{ reader }, { source, query, principal }]: readonly [Side, Case]) =>
    (await reader.page(source, query, principal)).rows.length;
  return (await rowsOf(few)) === (await rowsOf(many));
}
