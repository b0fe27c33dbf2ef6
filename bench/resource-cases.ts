import { resourcePages } from '@lectern/contract/features/resource.ts';
import { sql } from 'kysely';
import {
  libraryResourceListSource,
  myResourceListSource,
  resourceListSource,
} from '../server/features/resource/list/resource-list.source.ts';
import type { Db } from '../server/platform/db/database.ts';
import {
  type Case,
  casesOf,
  compare,
  compareSearches,
  compareTwins,
  type Figure,
  orFullPage,
  pageAfter,
  pageSize,
  principalOf,
  type Side,
  viewOf,
} from './compare-lists.ts';

type Filter = Record<string, string>;
type Ids = Record<'tag' | 'library' | 'folder' | 'owner' | 'department' | 'subject', string>;

/** Ids to filter by: a common value of each kind, and one person among two thousand. */
async function findIds(db: Db): Promise<Ids> {
  const { rows } = await sql<Ids>`select
    (select id from tags where name = 'topic 7') as tag,
    (select id from libraries where name = 'Library of college 3') as library,
    (select id from folders where name = 'Folder 42') as folder,
    (select id from users where account = 'owner7') as owner,
    (select id from departments where code = 'D5') as department,
    (select id from subjects where code = 'S3') as subject`.execute(db);
  const [ids] = rows;
  if (!ids) throw new Error('nothing was seeded');
  return ids;
}

/** Frequent, occasional and absent terms, in both scripts, alone and combined. */
export const texts = [
  ...['algebra', 'zygote', 'xqzwvkj', '数学', '稀有词', '2024', 'ph'],
  ...['lecture robotics', 'algebra robotics', '线性代数 课件'],
];
/** Nothing matches, so the titles are searched for similar words, which may take longer. */
export const mistyped = ['algerba', 'phsyics'];

export async function allCases({ db }: Side): Promise<Case[]> {
  const ids = await findIds(db);
  const everywhere: Filter[] = [{}, { visibility: 'campus', language: 'en' }, { tag: ids.tag }];
  const inPlaces: Filter[] = [{ library: ids.library }, { folder: ids.folder }];
  const common: Filter[] = [
    { kind: 'video' },
    { state: 'ready' },
    { state: 'published', year: '2010..2012' },
    { owner: ids.owner },
    { department: ids.department },
    { subject: ids.subject },
    { library: ids.library, language: 'zh' },
  ];
  const cases: Case[] = [];
  for (const roleId of [1, 3, 4] as const) {
    const principal = await principalOf(db, roleId, resourcePages);
    cases.push(...casesOf(resourceListSource, principal, everywhere));
    cases.push(...casesOf(resourceListSource, principal, common, ['all']));
    cases.push(...casesOf(myResourceListSource, principal, everywhere));
    cases.push(...casesOf(libraryResourceListSource, principal, inPlaces));
  }
  return cases;
}

/** Compares the three resource lists at two sizes. `every`: run only every nth case, to save time. */
export async function compareSizes(few: Side, many: Side, requests: number, every: number): Promise<Figure[]> {
  const chosen = async (side: Side) => (await allCases(side)).filter((_, index) => index % every === 0);
  return compareTwins([few, await chosen(few)], [many, await chosen(many)], requests, orFullPage);
}

/** Compares page 5,000, or a page near the end of a shorter list, with page 1 of the same list. */
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

/** Runs each search in the default sort order as roles 1, 3 and 4. */
export async function compareTexts(side: Side, searches: readonly string[], requests: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const roleId of [1, 3, 4] as const) {
    const principal = await principalOf(side.db, roleId, resourcePages);
    const cases = searches.map((search) => ({
      name: `search “${search}”, role ${roleId}`,
      source: resourceListSource,
      query: { ...viewOf(resourceListSource.list, { search }), page: 1, size: pageSize },
      principal,
    }));
    figures.push(...(await compareSearches(side, cases, requests)));
  }
  return figures;
}

/** Searches for a frequent word in every tab and sort order. `every`: run only every nth case, to save time. */
export async function compareTabSearches(side: Side, requests: number, every: number): Promise<Figure[]> {
  const cases: Case[] = [];
  for (const roleId of [1, 3, 4] as const) {
    const principal = await principalOf(side.db, roleId, resourcePages);
    for (const source of [resourceListSource, myResourceListSource])
      cases.push(...casesOf(source, principal, [{ search: 'algebra' }]));
  }
  return compareSearches(
    side,
    cases.filter((_, index) => index % every === 0),
    requests,
  );
}
