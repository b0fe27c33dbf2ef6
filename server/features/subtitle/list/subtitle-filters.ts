import type { subtitleList } from '@lectern/contract/features/subtitle.ts';
import type { FilterValue } from '@lectern/contract/list/filter.ts';
import { sql } from 'kysely';
import type { Condition, FilterContext } from '../../../platform/list/list-source.ts';
import { contains, isBelowDepartments, isBetweenDays, isInRange, isOneOf } from '../../../platform/list/meanings.ts';

type Filters = (typeof subtitleList)['filters'];
type Meanings = { [Name in keyof Filters]: (value: FilterValue<Filters[Name]>, context: FilterContext) => Condition };

const resourceWith = (condition: Condition) =>
  sql`exists (select from resources where resources.id = subtitle_sets.resource_id and ${condition})`;
const heard = sql`exists (select from readings where readings.resource_id = subtitle_sets.resource_id
  and readings.source = 'speech' and readings.current)`;

/** What the filters of the list of subtitles mean. */
export const subtitleFilters: Meanings = {
  resource: (text) => resourceWith(contains(sql`resources.title`, text)),
  language: (languages) => sql`subtitle_sets.languages && ${languages}::text[]`,
  lacks: (languages) => sql`not subtitle_sets.languages @> ${languages}::text[]`,
  state: (states) => sql`subtitle_sets.states && ${states}::text[]`,
  stale: (yes) => (yes ? sql`subtitle_sets.stale` : sql`not subtitle_sets.stale`),
  hasProblems: (yes) => (yes ? sql`subtitle_sets.problems > 0` : sql`subtitle_sets.problems = 0`),
  problems: (range) => isInRange(sql`subtitle_sets.problems`, range),
  hasTranscript: (yes) => (yes ? heard : sql`not ${heard}`),
  resourceState: (states) => resourceWith(isOneOf(sql`resources.state`, states)),
  owner: (id) => sql`subtitle_sets.owner_id = ${id}`,
  department: (ids) => isBelowDepartments(sql`subtitle_sets.department_id`, ids),
  library: (ids) => resourceWith(isOneOf(sql`resources.library_id`, ids)),
  changed: (days, context) => isBetweenDays(sql`subtitle_sets.changed_at`, days, context),
};
