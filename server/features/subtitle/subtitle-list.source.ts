import { type SubtitleRow, subtitleDetail, subtitleList } from '@lectern/contract/features/subtitle.ts';
import type { FilterValue } from '@lectern/contract/list/filter.ts';
import { sql } from 'kysely';
import { dataScopeOf } from '../../platform/access/data-scope.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { DetailSource } from '../../platform/detail/detail-source.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Cell } from '../../platform/list/csv.ts';
import {
  type Condition,
  type ExportWords,
  type FilterContext,
  type ListSource,
  listSource,
} from '../../platform/list/list-source.ts';
import {
  contains,
  finds,
  isBelow,
  isBetweenDays,
  isInRange,
  isInScope,
  isOneOf,
} from '../../platform/list/meanings.ts';
import { parseMatching } from '../../platform/list/parse-matching.ts';
import { resolveSearch } from '../../platform/list/resolve-search.ts';
import { searchWords } from '../../platform/list/search-words.ts';
import { all, viewConditions } from '../../platform/list/view-conditions.ts';
import { messagesIn } from '../../platform/messages.ts';
import { presentTrack, type TrackRecord, trackColumns, trackJoins } from './subtitle.presenter.ts';
import { findTrack } from './subtitle.repository.ts';
import type { Chosen } from './subtitle-file.service.ts';
import type { ViewDependencies } from './subtitle-view.service.ts';

type SubtitleListRecord = {
  resource_id: string;
  title: string;
  resource_state: SubtitleRow['resource']['state'];
  format: string;
  thumbnail_id: string | null;
  duration_seconds: number | null;
  language: string | null;
  owner_id: string;
  owner_name: string;
  problems: number;
  stale: boolean;
  tracks: TrackRecord[];
  speech: SubtitleRow['speech'];
  work: SubtitleRow['work'];
  changed_at: Date;
};

const subtitleJoins = sql`
  join resources on resources.id = subtitle_sets.resource_id
  join users owner on owner.id = resources.owner_id`;

const workOf = (kind: 'asr' | 'subtitle') => sql`(
  select jsonb_build_object('state', state, 'progress', progress, 'cause', cause, 'causeCode', cause_code) from jobs
  where jobs.version_id = resources.version_id and jobs.kind = ${sql.lit(kind)})`;

const subtitleColumns = sql`subtitle_sets.resource_id, resources.title, resources.state as resource_state,
  resources.format, resources.thumbnail_id, resources.duration_seconds, resources.language, resources.owner_id,
  owner.name as owner_name, subtitle_sets.problems, subtitle_sets.stale, subtitle_sets.changed_at,
  (select coalesce(jsonb_agg(to_jsonb(track) order by track.is_default desc, track.language), '[]') from (
    select ${trackColumns} from subtitles ${trackJoins}
    where subtitles.resource_id = subtitle_sets.resource_id and subtitles.deleted_at is null) track) as tracks,
  ${workOf('asr')} as speech, ${workOf('subtitle')} as work`;

function presentSubtitles(row: SubtitleListRecord): SubtitleRow {
  return {
    id: row.resource_id,
    resource: {
      title: row.title,
      state: row.resource_state,
      format: row.format,
      thumbnail: row.thumbnail_id && `/resources/${row.resource_id}/renditions/${row.thumbnail_id}`,
      durationMs: row.duration_seconds === null ? null : Math.round(row.duration_seconds * 1000),
      language: row.language,
      owner: { id: row.owner_id, name: row.owner_name },
    },
    tracks: row.tracks.map(presentTrack),
    problems: row.problems,
    stale: row.stale,
    speech: row.speech,
    work: row.work,
    changedAt: row.changed_at.toISOString(),
  };
}

type Filters = (typeof subtitleList)['filters'];
type Meanings = { [Name in keyof Filters]: (value: FilterValue<Filters[Name]>, context: FilterContext) => Condition };

const resourceWith = (condition: Condition) =>
  sql`exists (select from resources where resources.id = subtitle_sets.resource_id and ${condition})`;
const heard = sql`exists (select from readings where readings.resource_id = subtitle_sets.resource_id
  and readings.source = 'speech' and readings.current)`;

const subtitleFilters: Meanings = {
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
  department: (ids) => isBelow(sql`subtitle_sets.department_id`, sql`departments`, ids),
  library: (ids) => resourceWith(isOneOf(sql`resources.library_id`, ids)),
  changed: (days, context) => isBetweenDays(sql`subtitle_sets.changed_at`, days, context),
};

type Cells = Record<keyof (typeof subtitleList)['columns'], (row: SubtitleRow, words: ExportWords) => Cell>;

const subtitleCells: Cells = {
  resource: (row) => row.resource.title,
  tracks: (row, words) =>
    row.tracks
      .map(({ language, state }) => `${language} (${messagesIn(words.language).subtitle.states[state]})`)
      .join(', '),
  problems: (row) => row.problems,
  stale: (row, words) => (row.stale ? words.yesNo(true) : ''),
  speech: (row, words) => row.speech && messagesIn(words.language).work.states[row.speech.state],
  duration: (row) => (row.resource.durationMs === null ? null : Math.round(row.resource.durationMs / 1000)),
  resourceState: (row, words) => messagesIn(words.language).resource.states[row.resource.state],
  owner: (row) => row.resource.owner.name,
  changed: (row, words) => words.instant(row.changedAt),
};

/** Subtitles are visible within the data scope of their video, unless it is in the trash. */
function subtitleScope(principal: Principal): Condition {
  const scope = isInScope(dataScopeOf(principal), {
    departmentId: sql`subtitle_sets.department_id`,
    ownerId: sql`subtitle_sets.owner_id`,
  });
  return sql`(subtitle_sets.live and ${scope})`;
}

/** The tabs must match what `subtitle_tabs` counts. */
export const subtitleListSource: ListSource = listSource<typeof subtitleList, SubtitleListRecord>({
  list: subtitleList,
  from: sql`subtitle_sets`,
  joins: subtitleJoins,
  id: sql`subtitle_sets.resource_id`,
  columns: subtitleColumns,
  scope: subtitleScope,
  search: (text) => sql`exists (select from resources where resources.id = subtitle_sets.resource_id
    and ${all([sql`true`, ...searchWords(text).map((word) => finds(sql`resources.search_text`, word))])})`,
  filters: subtitleFilters,
  sorts: {
    problems: { by: sql`subtitle_sets.problems`, type: 'integer' },
    changed: { by: sql`subtitle_sets.changed_at`, type: 'timestamptz' },
  },
  tabs: {
    none: sql`subtitle_sets.states = '{}'`,
    auto: sql`'auto' = any (subtitle_sets.states)`,
    edited: sql`'edited' = any (subtitle_sets.states)`,
    checked: sql`'checked' = any (subtitle_sets.states)`,
    published: sql`'published' = any (subtitle_sets.states)`,
    problems: sql`subtitle_sets.problems > 0`,
    all: sql`true`,
  },
  present: presentSubtitles,
  exportCell: (column, row, words) => subtitleCells[column as keyof typeof subtitleCells](row as SubtitleRow, words),
});

/** A track as seen by the edit lock and the activity log. */
export function subtitleDetailSource({ requireReadable }: Pick<ViewDependencies, 'requireReadable'>): DetailSource {
  return {
    detail: subtitleDetail,
    async find(db, principal, id) {
      const track = await findTrack(db, id);
      if (!track) return undefined;
      const { isKept, mayEdit } = await requireReadable(db, principal, track.resource_id);
      return isKept ? { version: track.version, mayEdit, values: {} } : undefined;
    },
    async change() {
      throw new AppError('nothingToRevert');
    },
  };
}

/** The videos matching a view, or those with the given ids. */
export function listChosenVideos(db: Db, timeZone: string) {
  return async (principal: Principal, { view, ids }: Chosen, limit: number): Promise<string[]> => {
    const named = ids ? sql`subtitle_sets.resource_id = any (${ids}::uuid[])` : sql`true`;
    const parsed = parseMatching(subtitleListSource.list, ids ? 'tab=all' : (view ?? ''));
    const meant = await resolveSearch(db, subtitleListSource, parsed, { timeZone, principal });
    const condition = all([viewConditions(meant, parsed, principal, { timeZone }), named]);
    const { rows } = await sql<{ id: string }>`
      select subtitle_sets.resource_id as id from subtitle_sets where ${condition} limit ${limit}`.execute(db);
    return rows.map((row) => row.id);
  };
}
