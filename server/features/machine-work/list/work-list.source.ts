import { causesToMend } from '@lectern/contract/features/job-cause.ts';
import { asrList, ocrList, type WorkRow, workList } from '@lectern/contract/features/machine-work.ts';
import { sql } from 'kysely';
import { dataScopeOf } from '../../../platform/access/data-scope.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { type Condition, type ListSource, listSource, type SortKey } from '../../../platform/list/list-source.ts';
import { finds, isInScope } from '../../../platform/list/meanings.ts';
import { searchWords } from '../../../platform/list/search-words.ts';
import { all } from '../../../platform/list/view-conditions.ts';
import { workCells } from './work-cells.ts';
import { workFilters } from './work-filters.ts';
import { presentWork, type WorkListRecord, workColumns, workJoins } from './work-record.ts';

const sorts: Record<'queued' | 'changed', SortKey> = {
  queued: { by: sql`jobs.queued_at`, type: 'timestamptz' },
  changed: { by: sql`jobs.changed_at`, type: 'timestamptz' },
};

/** Machine work is seen with the resource that it is on, as far as the data scope goes. */
export function workScope(principal: Principal): Condition {
  const scope = isInScope(dataScopeOf(principal), {
    departmentId: sql`jobs.department_id`,
    ownerId: sql`jobs.owner_id`,
  });
  return sql`(jobs.version_id is not null and ${scope})`;
}

/** The same for all lists of machine work. */
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

/** As `work_tabs` counts them. */
export const workListSource: ListSource = listSource<typeof workList, WorkListRecord>({
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

/** Only of versions that are current: what was read from older ones is with them. */
export const ocrListSource: ListSource = listSource<typeof ocrList, WorkListRecord>({
  ...shared,
  list: ocrList,
  scope: (principal) => sql`(jobs.kind = 'ocr' and jobs.current and ${workScope(principal)})`,
  tabs: readingTabs,
});
export const asrListSource: ListSource = listSource<typeof asrList, WorkListRecord>({
  ...shared,
  list: asrList,
  scope: (principal) => sql`(jobs.kind = 'asr' and jobs.current and ${workScope(principal)})`,
  tabs: readingTabs,
});

export const workListSources: readonly ListSource[] = [workListSource, ocrListSource, asrListSource];
