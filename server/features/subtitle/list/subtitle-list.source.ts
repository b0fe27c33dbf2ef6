import { type SubtitleRow, subtitleList } from '@lectern/contract/features/subtitle.ts';
import { sql } from 'kysely';
import { dataScopeOf } from '../../../platform/access/data-scope.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { type Condition, type ListSource, listSource } from '../../../platform/list/list-source.ts';
import { finds, isInScope } from '../../../platform/list/meanings.ts';
import { searchWords } from '../../../platform/list/search-words.ts';
import { all } from '../../../platform/list/view-conditions.ts';
import { subtitleCells } from './subtitle-cells.ts';
import { subtitleFilters } from './subtitle-filters.ts';
import { presentSubtitles, type SubtitleListRecord, subtitleColumns, subtitleJoins } from './subtitle-row.ts';

/** Subtitles are seen with their video, as far as the data scope goes; not while it is in the trash. */
export function subtitleScope(principal: Principal): Condition {
  const scope = isInScope(dataScopeOf(principal), {
    departmentId: sql`subtitle_sets.department_id`,
    ownerId: sql`subtitle_sets.owner_id`,
  });
  return sql`(subtitle_sets.live and ${scope})`;
}

/** As `subtitle_tabs` counts them. */
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
