import { userList } from '@lectern/contract/features/user.ts';
import { userListSource } from '../server/features/user/user-list.source.ts';
import {
  type Case,
  casesOf,
  compareSearches,
  compareTwins,
  type Figure,
  orFullPage,
  pageAfter,
  pageSize,
  principalOf,
  type Side,
} from './compare-lists.ts';

const filters: Record<string, string>[] = [{}, { role: '3' }, { access: 'forbid', signedIn: 'yes' }];
/** Searches that match a few percent of the users, one and none. */
export const userTexts = ['张敏7', 'user777', 'xqzwvkj'];
/** Matches almost everyone: counting ten thousand matches takes time in any sort order. */
export const everybodysTexts = ['example'];

async function allCases(side: Side): Promise<Case[]> {
  const cases: Case[] = [];
  for (const roleId of [1, 3, 4] as const) {
    const principal = await principalOf(side.db, roleId, [userList.page]);
    cases.push(...casesOf(userListSource, principal, filters));
    if (roleId !== 1) continue;
    // The last full page: page 2,000 of the larger list, page 20 of the smaller.
    for (const sort of userList.sorts.flatMap((one) => [one, `-${one}`])) {
      cases.push(await pageAfter(side, userListSource, { sort, principal, rows: side.count - pageSize }));
    }
  }
  return cases;
}

export async function compareUsers(few: Side, many: Side, requests: number): Promise<Figure[]> {
  return compareTwins([few, await allCases(few)], [many, await allCases(many)], requests, orFullPage);
}

export async function compareUserSearches(side: Side, texts: readonly string[], requests: number): Promise<Figure[]> {
  const searches = texts.map((search) => ({ search }));
  const figures: Figure[] = [];
  for (const roleId of [1, 3, 4] as const) {
    const principal = await principalOf(side.db, roleId, [userList.page]);
    figures.push(...(await compareSearches(side, casesOf(userListSource, principal, searches), requests)));
  }
  return figures;
}
