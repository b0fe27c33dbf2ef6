import {
  libraryResourceList,
  myResourceList,
  type ResourceRow,
  resourceList,
} from '@lectern/contract/features/resource.ts';
import { languageName } from '@lectern/contract/language.ts';
import { sql } from 'kysely';
import type { Cell } from '../../../platform/list/csv.ts';
import type { SearchPlanner } from '../../../platform/list/list-planner.ts';
import { type ExportWords, type ListSource, listSource, type SortKey } from '../../../platform/list/list-source.ts';
import { messagesIn } from '../../../platform/messages.ts';
import { findsPassages, passageWords } from '../../passage/public.ts';
import { readable } from '../resource-scope.ts';
import { countTagged, resourceFilters } from './count-tagged.ts';
import { isMostReadable, readableIn, readableParts } from './readable-in.ts';
import { presentResource, type ResourceRecord, recordColumns } from './resource-record.ts';
import { planResourceSearch, resourceSearch, similarResourceSearch } from './resource-search.ts';
import { countOwnTabs, countReadableTabs, kindTabs, myTabs, stateTabs } from './resource-tabs.ts';

type Cells = Record<keyof (typeof resourceList)['columns'], (row: ResourceRow, words: ExportWords) => Cell>;

const resourceCells: Cells = {
  title: (row) => row.title,
  kind: (row, words) => messagesIn(words.language).resource.kinds[row.kind],
  state: (row, words) => messagesIn(words.language).resource.states[row.state],
  tags: (row) => row.tags.map((tag) => tag.name).join(', '),
  columns: (row) => row.columns.map((column) => column.name).join(', '),
  library: (row) => [row.library.name, ...(row.folder ? [row.folder.name] : [])].join(' / '),
  owner: (row) => row.owner.name,
  department: (row) => row.department?.name ?? null,
  subject: (row) => row.subject?.name ?? null,
  language: (row, words) => row.language && languageName(row.language, words.language),
  licence: (row, words) => (row.licence ? messagesIn(words.language).resource.licences[row.licence] : null),
  visibility: (row, words) => messagesIn(words.language).resource.visibilities[row.visibility],
  length: lengthOf,
  size: (row) => row.sizeBytes,
  created: (row, words) => words.instant(row.createdAt),
  published: (row, words) => words.instant(row.publishedAt),
  updated: (row, words) => words.instant(row.updatedAt),
};

/** As on screen, but durations always include hours, because spreadsheets would read 3:05 as five past three. */
function lengthOf({ durationSeconds, pageCount, width, height }: ResourceRow): Cell {
  if (durationSeconds !== null) return clock(durationSeconds);
  return pageCount ?? (width !== null && height !== null ? `${width} × ${height}` : null);
}

/** 3725 → 1:02:05. */
function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

const sorts: Record<'title' | 'size' | 'created' | 'updated', SortKey> = {
  title: { by: sql`lower(resources.title)`, type: 'text' },
  size: { by: sql`resources.size_bytes`, type: 'bigint' },
  created: { by: sql`resources.created_at`, type: 'timestamptz' },
  updated: { by: sql`resources.updated_at`, type: 'timestamptz' },
};

/** Shared by all resource lists. */
const shared = {
  from: sql`resources`,
  id: sql`resources.id`,
  columns: recordColumns,
  search: resourceSearch,
  filters: resourceFilters,
  sorts,
  present: presentResource,
  exportCell: (column: string, row: unknown, words: Parameters<typeof resourceCells.title>[1]) =>
    resourceCells[column as keyof typeof resourceCells](row as ResourceRow, words),
};
const searchPlanner: SearchPlanner = {
  plan: planResourceSearch,
  fewRows: 10_000,
  countLimit: 100,
  similar: similarResourceSearch,
  filters: { contains: (db, text) => findsPassages(db, { words: passageWords(text) }) },
};
const allTabs = { ...kindTabs, ...stateTabs };

export const resourceListSource: ListSource = listSource<typeof resourceList, ResourceRecord>({
  ...shared,
  list: resourceList,
  scope: readableIn,
  tabs: allTabs,
  countTabs: (db, principal) => countReadableTabs(db, principal, resourceList.tabs),
  planner: {
    search: searchPlanner,
    plansOnce: isMostReadable,
    count: {
      scopeParts: readableParts,
      sum: (db, principal, view) => countTagged(db, principal, view, allTabs),
      countsAll: ({ counted }) => counted === true,
    },
  },
});

export const libraryResourceListSource: ListSource = listSource<typeof libraryResourceList, ResourceRecord>({
  ...shared,
  list: libraryResourceList,
  scope: readableIn,
  tabs: kindTabs,
  countTabs: (db, principal) => countReadableTabs(db, principal, libraryResourceList.tabs),
  planner: {
    search: searchPlanner,
    plansOnce: isMostReadable,
    count: {
      scopeParts: readableParts,
      sum: (db, principal, view) => countTagged(db, principal, view, kindTabs),
    },
  },
});

export const myResourceListSource: ListSource = listSource<typeof myResourceList, ResourceRecord>({
  ...shared,
  list: myResourceList,
  scope: (principal, view) => (view ? sql`resources.owner_id = ${principal.userId}` : readable(principal)),
  planner: { search: searchPlanner },
  tabs: myTabs,
  countTabs: (db, principal) => countOwnTabs(db, principal, myTabs),
});

export const resourceListSources: readonly ListSource[] = [
  resourceListSource,
  myResourceListSource,
  libraryResourceListSource,
];
