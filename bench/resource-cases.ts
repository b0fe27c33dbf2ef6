import { resourcePages } from '@lectern/contract/features/resource.ts';
import { sql } from 'kysely';
import {
  libraryResourceListSource,
  myResourceListSource,
  resourceListSource,
} from '../server/features/resource/list/resource-list.source.ts';
import {
  type Case,
  casesOf,
  compare,
  compareTwins,
  type Figure,
  isComparable,
  pageAfter,
  pageSize,
  principalOf,
  type Side,
  viewOf,
} from './compare-lists.ts';

const sources = [resourceListSource, myResourceListSource, libraryResourceListSource];
const tag = sql<{ id: string }>`select id from tags where name = 'topic 7'`;
/** Everywhere, now and then, nowhere; in both scripts; several. */
export const texts = ['algebra', 'zygote', 'xqzwvkj', '数学', '稀有词', 'lecture robotics', '2024', 'ph'];
/** Nothing fits: the titles are looked through for what was meant, which may take its time. */
export const mistyped = ['algerba', 'phsyics'];

async function allCases({ db }: Side): Promise<Case[]> {
  const { rows } = await tag.execute(db);
  const filters: Record<string, string>[] = [
    {},
    { search: 'algebra' },
    { visibility: 'campus', language: 'en' },
    { tag: String(rows[0]?.id) },
  ];
  const cases: Case[] = [];
  for (const roleId of [1, 3, 4] as const) {
    const principal = await principalOf(db, roleId, resourcePages);
    for (const source of sources) cases.push(...casesOf(source, principal, filters));
  }
  return cases;
}

/** The three lists of resources at two sizes. */
export async function compareSizes(few: Side, many: Side, requests: number): Promise<Figure[]> {
  return compareTwins([few, await allCases(few)], [many, await allCases(many)], requests, isComparable);
}

/** Page 5,000, or the last one of a shorter list, against page 1 of the same list. */
export async function comparePages(side: Side, requests: number): Promise<Figure[]> {
  const principal = await principalOf(side.db, 1, resourcePages);
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
    const principal = await principalOf(side.db, roleId, resourcePages);
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
