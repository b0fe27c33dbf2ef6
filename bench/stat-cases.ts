import { growthGroups } from '@lectern/contract/features/library-stat.ts';
import { accessGroupings, accessMeasures } from '@lectern/contract/statistics/access-dimension.ts';
import { sql } from 'kysely';
import type { Db } from '../server/platform/db/database.ts';

/** `filtered`: has a filter the person chose, in addition to the data scope. */
export type StatCase = { name: string; url: string; filtered?: boolean };
type Fields = Record<string, string>;

/** Every chart and list of the three pages of statistics, as the pages ask for them. */
export async function statCases(db: Db, periods: readonly string[]): Promise<StatCase[]> {
  const cases: StatCase[] = [];
  const add = (name: string, path: string, fields: Fields = {}) =>
    cases.push({ name, url: `${path}?${new URLSearchParams(fields)}`, filtered: 'filter' in fields });
  const things = await findThings(db);
  for (const period of periods) {
    for (const groupBy of accessGroupings) {
      for (const measure of groupBy === 'none' ? accessMeasures : ['views', 'viewers']) {
        add(`${measure} by ${groupBy}, ${period} days`, '/statistics/access', { period, groupBy, measure });
      }
    }
    const narrowed = { period, groupBy: 'department', filter: 'kind', key: 'video' };
    add(`views of videos by department, ${period} days`, '/statistics/access', narrowed);
    add(`viewers of videos by department, ${period} days`, '/statistics/access', { ...narrowed, measure: 'viewers' });
    add(`views of a resource, ${period} days`, '/statistics/access', {
      ...{ period, filter: 'resource', key: things.resource },
    });
    add(`heat map, ${period} days`, '/statistics/access/heat-map', { period, measure: 'views' });
    add(`terms, ${period} days`, '/statistics/access/terms', { period, withoutResult: 'yes' });
    add(`overview figures, ${period} days`, '/statistics/library', { period, compare: 'before' });
    add(`overview tables, ${period} days`, '/statistics/library/tables', { period, compare: 'before' });
    for (const by of growthGroups) add(`growth by ${by}, ${period} days`, '/statistics/library/growth', { period, by });
    add(`storage, ${period} days`, '/statistics/library/storage', { period });
  }
  add('coverage', '/statistics/library/coverage');
  for (const filter of ['subject', 'course', 'site'])
    add(`keys of ${filter}`, '/statistics/access/keys', { filter, search: '1' });
  const { at } = things;
  const views: Fields[] = [
    {},
    { robot: 'no', at },
    { tab: 'play', robot: 'no', at, kind: 'video' },
    { robot: 'no', at, department: things.department },
    { robot: 'no', resource: things.resource },
    { robot: 'no', course: things.course },
    { robot: 'no', at, hour: '10', weekday: '1' },
    { tab: 'search', robot: 'no', at, term: 'term 3' },
    { visit: 'v77' },
    { robot: 'yes' },
  ];
  for (const view of views) add(`records ${JSON.stringify(view)}`, '/statistics/access-records', view);
  return cases;
}

/** A popular resource and department, a course, and the last 30 days. */
async function findThings(db: Db): Promise<Record<'resource' | 'department' | 'course' | 'at', string>> {
  const { rows } = await sql<Record<'resource' | 'department' | 'course' | 'at', string>>`
    select (select id from bench_ranks where rank = 3)::text as resource,
      (select department_id from bench_ranks where rank = 5)::text as department, md5('course7')::uuid::text as course,
      current_date - 29 || '..' || current_date as at`.execute(db);
  if (!rows[0]) throw new Error('nothing was seeded');
  return rows[0];
}
