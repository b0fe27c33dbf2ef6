import type { resourceList } from '@lectern/contract/features/resource.ts';
import { type BoundedCount, countLimit } from '@lectern/contract/list/define-list.ts';
import type { DateValue, FilterValue } from '@lectern/contract/list/filter.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { plannedEachTime } from '../../../platform/db/preparing-client.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { Condition, FilterContext, SeenView } from '../../../platform/list/list-source.ts';
import { contains, isBetweenDays, isInRange, isOneOf } from '../../../platform/list/meanings.ts';
import { boundedCount } from '../../../platform/list/read-counts.ts';
import { all } from '../../../platform/list/view-conditions.ts';
import { holdsPassage, passageWords } from '../../passage/public.ts';
import { readableByState } from './readable-in.ts';

/**
 * Counts a view filtered by one tag from sums kept by triggers, because a tag may be on too many resources to count.
 * Resources readable for reasons other than their state are counted directly. Returns undefined when the view has
 * filters that the sums don't cover.
 */
export async function countTagged(
  db: Executor,
  principal: Principal,
  view: SeenView,
  tabs: Readonly<Record<string, Condition>>,
): Promise<BoundedCount | undefined> {
  const conditions = summedConditions(view, tabs);
  const tags = view.tag;
  if (!conditions || !Array.isArray(tags) || tags.length !== 1) return undefined;
  const { byState, rest } = readableByState(principal, view);
  const counts = rest.map(
    (part) => sql`(select count(*) from (select 1 from resources
      where ${all([part, ...conditions, sql`resources.tag_ids && ${tags}::uuid[]`])} limit ${countLimit + 1}) matching)`,
  );
  if (byState)
    counts.push(sql`(select coalesce(sum(resources.uses), 0) from tag_facets resources
      where ${all([sql`resources.tag_id = ${tags[0]}`, byState, ...conditions])})`);
  const { rows } = await sql<{ count: number }>`${sql.raw(plannedEachTime)}
    select (${sql.join(counts, sql` + `)})::bigint as count`.execute(db);
  return boundedCount(rows[0]?.count ?? 0, countLimit);
}

/** Conditions on the columns that the sums are grouped by, which have the same names in `resources`. */
function summedConditions(view: SeenView, tabs: Readonly<Record<string, Condition>>): Condition[] | undefined {
  const { tag: _tag, kind: _kind, state: _state, ...others } = resourceFilters;
  const tab = tabs[view.tab];
  if (!tab || view.search || Object.keys(others).some((name) => view[name] !== undefined)) return undefined;
  const conditions = [tab];
  if (Array.isArray(view.kind)) conditions.push(isOneOf(sql`resources.kind`, view.kind));
  if (Array.isArray(view.state)) conditions.push(isOneOf(sql`resources.state`, view.state));
  return conditions;
}

type Filters = (typeof resourceList)['filters'];
type Meanings = { [Name in keyof Filters]: (value: FilterValue<Filters[Name]>, context: FilterContext) => Condition };

/** The SQL of all resource list filters. */
export const resourceFilters: Meanings = {
  title: (text) => contains(sql`resources.title`, text),
  kind: (kinds) => isOneOf(sql`resources.kind`, kinds),
  fileFormat: (text) => sql`resources.format = ${text.toLowerCase()}`,
  state: (states) => isOneOf(sql`resources.state`, states),
  owner: (id) => sql`resources.owner_id = ${id}`,
  department: (ids) => isBelow(sql`resources.department_id`, sql`departments`, ids),
  college: (ids) =>
    sql`resources.department_id = any (array(select id from departments where ${isOneOf(sql`college_id`, ids)}))`,
  subject: (ids) => isBelow(sql`resources.subject_id`, sql`subjects`, ids),
  library: (ids) => isOneOf(sql`resources.library_id`, ids),
  // Names the folders' libraries too, because the index on folders begins with the library.
  folder: (ids) => sql`resources.library_id = any (array(select library_id from folders where id in (${sql.join(ids)})))
    and ${isBelow(sql`resources.folder_id`, sql`folders`, ids)}`,
  column: (ids) => sql`resources.id in (select resource_id from column_items
    where ${isBelow(sql`column_items.column_id`, sql`columns`, ids)})`,
  inColumn: (yes) => isTrue(yes, sql`exists (select from column_items where resource_id = resources.id)`),
  tag: (ids) => sql`resources.tag_ids && ${ids}::uuid[]`,
  tagged: (yes) => isTrue(yes, sql`resources.tag_ids <> '{}'`),
  language: (languages) => isOneOf(sql`resources.language`, languages),
  licence: (licences) => isOneOf(sql`resources.licence`, licences),
  licenceEnds: (days) => isWithin(sql`resources.licence_until`, days),
  visibility: (visibilities) => isOneOf(sql`resources.visibility`, visibilities),
  fileSize: (range) => isInRange(sql`resources.size_bytes`, range),
  duration: (range) => isInRange(sql`resources.duration_seconds`, range),
  pages: (range) => isInRange(sql`resources.page_count`, range),
  year: (range) => isInRange(sql`resources.year`, range),
  created: (days, context) => isBetweenDays(sql`resources.created_at`, days, context),
  updated: (days, context) => isBetweenDays(sql`resources.updated_at`, days, context),
  published: (days, context) => isBetweenDays(sql`resources.published_at`, days, context),
  scheduled: (yes) => isTrue(yes, sql`coalesce(resources.publish_at, resources.offline_at) is not null`),
  duplicates: (yes) =>
    isTrue(
      yes,
      sql`resources.sha256 in (select sha256 from resource_checksums where live > 1
        and not exists (select from duplicate_decisions kept where kept.sha256 = resource_checksums.sha256))`,
    ),
  starred: (yes, { principal }) =>
    isTrue(yes, sql`resources.id in (select resource_id from favourites where owner_id = ${principal.userId})`),
  contains: (text) => holdsPassage({ words: passageWords(text) }),
  hasText: (yes) => isTrue(yes, sql`resources.has_text`),
  lowConfidence: (yes) => isTrue(yes, sql`resources.low_confidence`),
  stale: (yes) => isTrue(yes, sql`resources.stale`),
  subtitled: (yes) =>
    isTrue(
      yes,
      sql`exists (select from subtitles where subtitles.resource_id = resources.id
        and subtitles.state = 'published' and subtitles.deleted_at is null)`,
    ),
  used: (yes) => isTrue(yes, sql`exists (select from access_keys where dimension = 10 and key = resources.id::text)`),
  favourite: (days, context) =>
    sql`resources.id in (select resource_id from favourites where ${isBetweenDays(sql`favourites.created_at`, days, context)})`,
  without: (names) =>
    sql.join(
      names.map((name) =>
        name === 'subject' ? sql`resources.subject_id is null` : sql`resources.department_id is null`,
      ),
      sql` and `,
    ),
  counted: () => sql`true`,
};

function isTrue(yes: boolean, condition: Condition): Condition {
  return yes ? condition : sql`not (${condition})`;
}

/** In one of the tree nodes or their subtrees. The ids form an array, so an index can be used. */
function isBelow(column: RawBuilder<unknown>, tree: RawBuilder<unknown>, ids: readonly string[]): Condition {
  return sql`${column} = any (array(
    select below.id from ${tree} above join ${tree} below on below.path like above.path || '%'
    where above.id in (${sql.join(ids)})))`;
}

/** Compares dates, not instants. */
function isWithin(day: RawBuilder<unknown>, { from, to }: DateValue): Condition {
  const conditions: Condition[] = [];
  if (from) conditions.push(sql`${day} >= ${from}::date`);
  if (to) conditions.push(sql`${day} <= ${to}::date`);
  return sql.join(conditions, sql` and `);
}
