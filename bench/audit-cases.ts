import { auditList } from '@lectern/contract/features/audit.ts';
import { sql } from 'kysely';
import { auditListSource } from '../server/features/audit/audit-list.source.ts';
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
} from './compare-lists.ts';

/** One name, one id, and one text that matches nothing. */
export const auditTexts = ['user77', 'b026324c-6904-b2a9-cb4b-88d6d61c81d1', 'xqzwvkj'];

async function filtersOf({ db }: Side): Promise<Record<string, string>[]> {
  const { rows } = await sql<{ id: string }>`select id from users where account = 'user7'`.execute(db);
  return [
    {},
    { actor: rows[0]?.id ?? '' },
    { action: 'settings.changed' },
    { action: 'resource.updated' },
    { object: 'user,session' },
    { ip: '10.0.7.0' },
    { at: '2020-01-03..2020-01-05' },
  ];
}

async function allCases(side: Side): Promise<Case[]> {
  const principal = await principalOf(side.db, 1, [auditList.page]);
  const cases = casesOf(auditListSource, principal, await filtersOf(side));
  // Ids differ between the two databases; the cases are the same.
  return cases.map((one) => ({ ...one, name: one.name.replace(/"actor":"[^"]*"/, '"actor":"…"') }));
}

export async function compareAudit(few: Side, many: Side, requests: number): Promise<Figure[]> {
  return compareTwins([few, await allCases(few)], [many, await allCases(many)], requests, orFullPage);
}

export async function compareAuditPages(side: Side, requests: number): Promise<Figure[]> {
  const principal = await principalOf(side.db, 1, [auditList.page]);
  const figures: Figure[] = [];
  for (const sort of ['at', '-at']) {
    const [first] = casesOf(auditListSource, principal, [{}], ['all']).filter(({ query }) => query.sort === sort);
    const last = await pageAfter(side, auditListSource, { sort, principal, rows: side.count - pageSize });
    if (first)
      figures.push(
        await compare(
          last.name,
          [
            [side, first],
            [side, last],
          ],
          requests,
        ),
      );
  }
  return figures;
}

export async function compareAuditSearches(side: Side, texts: readonly string[], requests: number): Promise<Figure[]> {
  const principal = await principalOf(side.db, 1, [auditList.page]);
  const searches = texts.map((search) => ({ search }));
  return compareSearches(side, casesOf(auditListSource, principal, searches, ['all']), requests);
}
