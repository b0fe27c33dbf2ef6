import { jobStateWords } from '@lectern/contract/features/machine-work-words.ts';
import { resourceKindWords } from '@lectern/contract/features/resource-words.ts';
import type { SummaryRow, summaryList } from '@lectern/contract/features/summary.ts';
import { summaryOriginWords, summaryStateWords } from '@lectern/contract/features/summary-words.ts';
import type { Cell } from '../../../platform/list/csv.ts';
import type { ExportWords } from '../../../platform/list/export-words.ts';

type Cells = Record<keyof (typeof summaryList)['columns'], (row: SummaryRow, words: ExportWords) => Cell>;

/** What a file says of a summary in each column. */
export const summaryCells: Cells = {
  resource: (row) => row.resource.title,
  kind: (row, words) => resourceKindWords[row.resource.kind][words.language],
  state: (row, words) => summaryStateWords[row.state][words.language],
  snippet: (row) => row.snippet,
  origin: (row, words) => row.origin && summaryOriginWords[row.origin][words.language],
  evidence: (row) => row.evidence,
  keywords: (row) => row.keywords.join(', '),
  language: (row) => row.language,
  engine: (row) => row.engine,
  model: (row) => row.model,
  sentences: (row) => row.sentences,
  chapters: (row) => row.chapters,
  tokens: (row) => row.tokens,
  cost: (row) => row.cost,
  work: (row, words) => row.work && jobStateWords[row.work.state][words.language],
  owner: (row) => row.resource.owner.name,
  department: (row) => row.resource.department?.name ?? null,
  changedBy: (row) => row.changedBy?.name ?? null,
  changed: (row, words) => words.instant(row.changedAt),
};
