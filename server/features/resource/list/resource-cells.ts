import type { ResourceRow, resourceList } from '@lectern/contract/features/resource.ts';
import {
  licenceWords,
  resourceKindWords,
  resourceStateWords,
  visibilityWords,
} from '@lectern/contract/features/resource-words.ts';
import { languageName } from '@lectern/contract/language.ts';
import type { Cell } from '../../../platform/list/csv.ts';
import type { ExportWords } from '../../../platform/list/export-words.ts';

type Cells = Record<keyof (typeof resourceList)['columns'], (row: ResourceRow, words: ExportWords) => Cell>;

/** What a file says of a resource in each column. */
export const resourceCells: Cells = {
  title: (row) => row.title,
  kind: (row, words) => resourceKindWords[row.kind][words.language],
  state: (row, words) => resourceStateWords[row.state][words.language],
  tags: (row) => row.tags.map((tag) => tag.name).join(', '),
  columns: (row) => row.columns.map((column) => column.name).join(', '),
  library: (row) => [row.library.name, ...(row.folder ? [row.folder.name] : [])].join(' / '),
  owner: (row) => row.owner.name,
  department: (row) => row.department?.name ?? null,
  subject: (row) => row.subject?.name ?? null,
  language: (row, words) => row.language && languageName(row.language, words.language),
  licence: (row, words) => (row.licence ? licenceWords[row.licence][words.language] : null),
  visibility: (row, words) => visibilityWords[row.visibility][words.language],
  length: lengthOf,
  size: (row) => row.sizeBytes,
  created: (row, words) => words.instant(row.createdAt),
  published: (row, words) => words.instant(row.publishedAt),
  updated: (row, words) => words.instant(row.updatedAt),
};

/** As on screen. Durations always have hours: spreadsheets take 3:05 for five past three. */
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
