import { type ListDeclaration, viewSchema } from '@lectern/contract/list/define-list.ts';
import { sql } from 'kysely';
import type { Db } from '../server/platform/db/database.ts';
import type { Principal } from '../server/platform/http/principal.ts';
import type { ListReader } from '../server/platform/list/list-reader.ts';
import type { ListSource } from '../server/platform/list/list-source.ts';
import { printCursor, sortOf } from '../server/platform/list/read-page.ts';
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
type Placed = readonly [Side, Case];
export type Figure = { name: string; ratio: number; few: number; many: number };

const rounds = 3;
/**
 * A case at or above this ratio is measured again with more rounds, so that other load on the machine isn't mistaken
 * for slowness.
 */
const doubtfulFrom = 1.9;
const roundsInDoubt = 9;

/** The first seeded user, given the role and permissions. */
export async function principalOf(db: Db, roleId: 1 | 3 | 4, permissions: readonly string[]): Promise<Principal> {
  const { rows } = await sql<{ id: string; department_id: string; path: string; ids: string[] }>`
    select users.id, department_id, path,
      array(select below.id from departments below where below.path like departments.path || '%') as ids
    from users join departments on departments.id = department_id
    order by users.account limit 1`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('no users were seeded');
  return {
    userId: row.id,
    sessionId: '',
    account: '',
    name: '',
    roleId,
    permissions,
    departmentId: row.department_id,
    departmentPath: row.path,
    dataScope: 'role',
    departmentIds: row.ids,
    deptCode: null,
    mustChangePassword: false,
  };
}

export function casesOf(
  source: ListSource,
  principal: Principal,
  filters: readonly Record<string, string>[],
  tabs: readonly string[] = source.list.tabs,
): Case[] {
  const { list } = source;
  const sorts = list.sorts.flatMap((sort) => [sort, `-${sort}`]);
  return tabs.flatMap((tab) =>
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

/** The page after the given number of rows in the first tab, with the cursor a person would have after paging there. */
export async function pageAfter(
  { db }: Side,
  source: ListSource,
  { sort, principal, rows: skipped }: { sort: string; principal: Principal; rows: number },
): Promise<Case> {
  const { descending, key } = sortOf(source, sort);
  const way = descending ? sql`desc` : sql`asc`;
  const [tab] = source.list.tabs;
  const { rows } = await sql<{ key: string; id: string | number }>`
    select (${key.by})::text as key, ${source.id} as id from ${source.from}
    where ${source.scope(principal)} and ${tabCondition(source, tab)}
    order by ${key.by} ${way}, ${source.id} ${way} limit 1 offset ${skipped - 1}`.execute(db);
  const last = rows[0];
  if (!last) throw new Error(`${source.list.id} has fewer than ${skipped} rows`);
  const cursor = printCursor({ sort, way: 'next', key: last.key, id: String(last.id) });
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

/** Ratio of the second case's p95 to the first's, median of the rounds. */
export async function compare(name: string, pair: readonly [Placed, Placed], requests: number): Promise<Figure> {
  const figure = await measure(name, pair, requests, rounds);
  return figure.ratio < doubtfulFrom ? figure : measure(name, pair, requests, roundsInDoubt);
}

async function measure(
  name: string,
  [few, many]: readonly [Placed, Placed],
  requests: number,
  times: number,
): Promise<Figure> {
  const measured: { few: number; many: number }[] = [];
  for (let round = 0; round < times; round += 1) {
    measured.push({ few: await p95(...few, requests), many: await p95(...many, requests) });
  }
  return {
    name,
    ratio: median(measured.map((round) => round.many / round.few)),
    few: median(measured.map((round) => round.few)),
    many: median(measured.map((round) => round.many)),
  };
}

/** Compares each case with the same case on the smaller side, or with the substitute that `fairTwin` picks. */
export async function compareTwins(
  few: readonly [Side, readonly Case[]],
  many: readonly [Side, readonly Case[]],
  requests: number,
  fairTwin: (few: Placed, many: Placed) => Promise<Case> = async ([, twin]) => twin,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [index, one] of few[1].entries()) {
    const other = many[1][index];
    if (!other) continue;
    const twin = await fairTwin([few[0], one], [many[0], other]);
    figures.push(await compare(twin.name, [[few[0], twin] as const, [many[0], other] as const], requests));
  }
  return figures;
}

/**
 * A page with fewer rows is cheaper because it is short. If the smaller side returns fewer rows, compare with a full
 * unfiltered page of that list in the same sort order, so no case is skipped.
 */
export async function orFullPage(few: Placed, many: Placed): Promise<Case> {
  const rowsOf = async ([{ reader }, { source, query, principal }]: Placed) =>
    (await reader.page(source, query, principal)).rows.length;
  const [, twin] = few;
  if ((await rowsOf(few)) >= (await rowsOf(many))) return twin;
  const query = { ...viewOf(twin.source.list, { sort: twin.query.sort }), page: 1, size: pageSize };
  return { ...twin, name: `${twin.name} (against a full page)`, query };
}

/** Compares each search with a full page of its list in the same sort order. */
export async function compareSearches(side: Side, searches: readonly Case[], requests: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const search of searches) {
    const query = { ...viewOf(search.source.list, { sort: search.query.sort }), page: 1, size: pageSize };
    const page: Case = { ...search, query };
    figures.push(
      await compare(
        search.name,
        [
          [side, page],
          [side, search],
        ],
        requests,
      ),
    );
  }
  return figures;
}
