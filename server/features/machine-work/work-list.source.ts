import type { JobState, StepKind } from '@lectern/contract/features/job.ts';
import { causeIn, causesToMend, type JobCause } from '@lectern/contract/features/job-cause.ts';
import { asrList, ocrList, type WorkRow, type workGaps, workList } from '@lectern/contract/features/machine-work.ts';
import { languageName } from '@lectern/contract/language.ts';
import type { FilterValue } from '@lectern/contract/list/filter.ts';
import { sql } from 'kysely';
import { dataScopeOf } from '../../platform/access/data-scope.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Cell } from '../../platform/list/csv.ts';
import {
  type Condition,
  type ExportWords,
  type FilterContext,
  type ListSource,
  listSource,
  type SortKey,
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
import { searchWords } from '../../platform/list/search-words.ts';
import { all } from '../../platform/list/view-conditions.ts';
import { messagesIn } from '../../platform/messages.ts';

export type WorkListRecord = {
  id: string;
  kind: StepKind;
  state: JobState;
  progress: number;
  cause: string | null;
  cause_code: JobCause | null;
  tries: number;
  priority: number;
  engine: string | null;
  options: WorkRow['options'];
  resource_id: string;
  title: string;
  resource_kind: WorkRow['resource']['kind'];
  format: string;
  thumbnail_id: string | null;
  owner_id: string;
  owner_name: string;
  version_number: number;
  current: boolean;
  check_state: 'needs_check' | 'checked' | null;
  confidence: number | null;
  language: string | null;
  queued_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  wait_seconds: number | null;
  run_seconds: number | null;
};

export const workJoins = sql`
  join resources on resources.id = jobs.resource_id
  join resource_versions version on version.id = jobs.version_id
  join users owner on owner.id = resources.owner_id`;

/** `wait_seconds` and `run_seconds` count up to now while the work hasn't ended. */
export const workColumns = sql`jobs.id, jobs.kind, jobs.state, jobs.progress, jobs.cause, jobs.cause_code, jobs.tries,
  jobs.priority, jobs.engine, jobs.options, jobs.resource_id, resources.title, resources.kind as resource_kind,
  version.format, resources.thumbnail_id, resources.owner_id, owner.name as owner_name, version.number as version_number,
  jobs.current, jobs.check_state, jobs.confidence, jobs.language, jobs.queued_at, jobs.started_at, jobs.finished_at,
  case when jobs.state <> 'none' then greatest(0, extract(epoch from
    coalesce(jobs.started_at, jobs.finished_at, now()) - jobs.queued_at))::float8 end as wait_seconds,
  greatest(0, extract(epoch from
    (case when jobs.state = 'running' then now() else jobs.finished_at end) - jobs.started_at))::float8 as run_seconds`;

export function presentWork(row: WorkListRecord): WorkRow {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    progress: row.progress,
    cause: row.cause,
    causeCode: row.cause_code,
    tries: row.tries,
    priority: row.priority,
    engine: row.engine,
    options: row.options,
    resource: {
      id: row.resource_id,
      title: row.title,
      kind: row.resource_kind,
      format: row.format,
      thumbnail: row.thumbnail_id && `/resources/${row.resource_id}/renditions/${row.thumbnail_id}`,
      owner: { id: row.owner_id, name: row.owner_name },
    },
    versionNumber: row.version_number,
    current: row.current,
    check: row.check_state === 'needs_check' ? 'needsCheck' : row.check_state,
    confidence: row.confidence,
    language: row.language,
    queuedAt: row.queued_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    waitSeconds: row.wait_seconds,
    runSeconds: row.run_seconds,
  };
}

type Filters = (typeof workList)['filters'];
type Meanings = { [Name in keyof Filters]: (value: FilterValue<Filters[Name]>, context: FilterContext) => Condition };

const gaps: Record<(typeof workGaps)[number], Condition> = {
  notRun: sql`jobs.state in ('none', 'cancelled')`,
  noEngine: sql`(jobs.state = 'skipped' and jobs.cause_code = 'engineMissing')`,
  failed: sql`jobs.state = 'failed'`,
};

/** Filter conditions of all machine work lists. */
const workFilters: Meanings = {
  kind: (kinds) => isOneOf(sql`jobs.kind`, kinds),
  state: (states) => isOneOf(sql`jobs.state`, states),
  cause: (causes) => isOneOf(sql`jobs.cause_code`, causes),
  resourceKind: (kinds) => isOneOf(sql`jobs.resource_kind`, kinds),
  check: (checks) =>
    isOneOf(
      sql`jobs.check_state`,
      checks.map((check) => (check === 'needsCheck' ? 'needs_check' : check)),
    ),
  confidence: (range) => isInRange(sql`jobs.confidence`, range),
  language: (languages) => isOneOf(sql`jobs.language`, languages),
  engine: (text) => contains(sql`jobs.engine`, text),
  resource: (text) => sql`jobs.resource_id in (select id from resources where ${contains(sql`resources.title`, text)})`,
  owner: (id) => sql`jobs.owner_id = ${id}`,
  department: (ids) => isBelow(sql`jobs.department_id`, sql`departments`, ids),
  library: (ids) =>
    sql`jobs.resource_id in (select id from resources where ${isOneOf(sql`resources.library_id`, ids)})`,
  queued: (days, context) => isBetweenDays(sql`jobs.queued_at`, days, context),
  changed: (days, context) => isBetweenDays(sql`jobs.changed_at`, days, context),
  current: (yes) => (yes ? sql`jobs.current` : sql`not jobs.current`),
  missing: (kinds) =>
    sql`(${sql.join(
      kinds.map((kind) => gaps[kind as keyof typeof gaps]),
      sql` or `,
    )})`,
};

type Cells = Record<keyof (typeof workList)['columns'], (row: WorkRow, words: ExportWords) => Cell>;

const workCells: Cells = {
  resource: (row) => row.resource.title,
  kind: (row, words) => messagesIn(words.language).work.steps[row.kind],
  state: (row, words) => messagesIn(words.language).work.states[row.state],
  cause: (row, words) => causeIn(words.language, row, messagesIn(words.language).work.causes),
  check: (row, words) => row.check && messagesIn(words.language).work.checks[row.check],
  confidence: (row) => row.confidence,
  language: (row, words) => row.language && languageName(row.language, words.language),
  engine: (row) => row.engine,
  options: (row) =>
    Object.entries(row.options)
      .map(([name, value]) => `${name}=${value}`)
      .join(', '),
  owner: (row) => row.resource.owner.name,
  version: (row) => row.versionNumber,
  tries: (row) => row.tries,
  priority: (row) => row.priority,
  wait: (row) => seconds(row.waitSeconds),
  run: (row) => seconds(row.runSeconds),
  queued: (row, words) => words.instant(row.queuedAt),
  changed: (row, words) => words.instant(row.finishedAt ?? row.startedAt ?? row.queuedAt),
};

function seconds(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10) / 10;
}

const sorts: Record<'queued' | 'changed', SortKey> = {
  queued: { by: sql`jobs.queued_at`, type: 'timestamptz' },
  changed: { by: sql`jobs.changed_at`, type: 'timestamptz' },
};

/** Visible within the data scope of the resource, whose department and owner are copied to the job. */
export function workScope(principal: Principal): Condition {
  const scope = isInScope(dataScopeOf(principal), {
    departmentId: sql`jobs.department_id`,
    ownerId: sql`jobs.owner_id`,
  });
  return sql`(jobs.version_id is not null and ${scope})`;
}

/** Shared by all machine work lists. */
const shared = {
  from: sql`jobs`,
  joins: workJoins,
  id: sql`jobs.id`,
  columns: workColumns,
  search: (text: string) => sql`jobs.resource_id in (
    select id from resources where ${all([sql`true`, ...searchWords(text).map((word) => finds(sql`resources.search_text`, word))])})`,
  filters: workFilters,
  sorts,
  present: presentWork,
  exportCell: (column: string, row: unknown, words: Parameters<typeof workCells.kind>[1]) =>
    workCells[column as keyof typeof workCells](row as WorkRow, words),
};

/** The tab conditions must match the counters in `work_tabs`. */
const workListSource: ListSource = listSource<typeof workList, WorkListRecord>({
  ...shared,
  list: workList,
  scope: workScope,
  tabs: {
    attention: sql`(jobs.current
      and (jobs.state = 'failed' or (jobs.state = 'skipped' and jobs.cause_code = any(${causesToMend}::text[]))))`,
    running: sql`jobs.state = 'running'`,
    waiting: sql`jobs.state in ('pending', 'queued')`,
    done: sql`jobs.state = 'done'`,
    all: sql`true`,
  },
});

const readingTabs = {
  todo: sql`(jobs.state in ('none', 'cancelled') or (jobs.state = 'skipped' and jobs.cause_code = any(${causesToMend}::text[])))`,
  running: sql`jobs.state in ('pending', 'queued', 'running')`,
  needsCheck: sql`(jobs.state = 'done' and jobs.check_state = 'needs_check')`,
  done: sql`(jobs.state = 'done' and jobs.check_state is null)`,
  checked: sql`(jobs.state = 'done' and jobs.check_state = 'checked')`,
  failed: sql`jobs.state = 'failed'`,
  all: sql`true`,
};

/** Only the current version of each resource; earlier readings are in its version history. */
const ocrListSource: ListSource = listSource<typeof ocrList, WorkListRecord>({
  ...shared,
  list: ocrList,
  scope: (principal) => sql`(jobs.kind = 'ocr' and jobs.current and ${workScope(principal)})`,
  tabs: readingTabs,
});
const asrListSource: ListSource = listSource<typeof asrList, WorkListRecord>({
  ...shared,
  list: asrList,
  scope: (principal) => sql`(jobs.kind = 'asr' and jobs.current and ${workScope(principal)})`,
  tabs: readingTabs,
});

export const workListSources: readonly ListSource[] = [workListSource, ocrListSource, asrListSource];
