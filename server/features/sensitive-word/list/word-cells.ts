import { resourceKindWords } from '@lectern/contract/features/resource-words.ts';
import { scanSourceWords, severityWords } from '@lectern/contract/features/scan-words.ts';
import type { SensitiveWordRow, sensitiveWordList } from '@lectern/contract/features/sensitive-word.ts';
import { wordCategoryWords, wordModeWords } from '@lectern/contract/features/sensitive-word-words.ts';
import type { Words } from '@lectern/contract/language.ts';
import type { Cell } from '../../../platform/list/csv.ts';
import type { ExportWords } from '../../../platform/list/export-words.ts';

type Cells = Record<keyof (typeof sensitiveWordList)['columns'], (row: SensitiveWordRow, words: ExportWords) => Cell>;

const on: Words = { en: 'on', zh: '启用' };
const off: Words = { en: 'off', zh: '停用' };
const everywhere: Words = { en: 'Everywhere', zh: '全部' };

/** What a file says of a word in each column: an import reads it again. */
export const wordCells: Cells = {
  text: (row) => row.text,
  mode: (row, { language }) => wordModeWords[row.mode][language],
  variants: (row, words) => words.yesNo(row.variants),
  language: (row) => row.language,
  category: (row, { language }) => wordCategoryWords[row.category][language],
  severity: (row, { language }) => severityWords[row.severity][language],
  scope: (row, { language }) => scopeText(row, language) || everywhere[language],
  exceptions: (row) => row.exceptions.join('; '),
  pack: (row) => row.pack?.name ?? null,
  hits: (row) => row.hits,
  precision: (row) => (row.precision === null ? null : `${Math.round(row.precision * 100)}%`),
  state: (row, { language }) => (row.enabled ? on : off)[language],
  note: (row) => row.note,
  updatedBy: (row) => row.updatedBy?.name ?? null,
  updated: (row, words) => words.instant(row.updatedAt),
};

function scopeText(row: SensitiveWordRow, language: ExportWords['language']): string {
  const sources = row.sources.map((source) => scanSourceWords[source][language]);
  const kinds = row.kinds.map((kind) => resourceKindWords[kind][language]);
  return kinds.length > 0 ? `${sources.join('; ') || everywhere[language]} / ${kinds.join('; ')}` : sources.join('; ');
}
