import { resourceStateWords } from '@lectern/contract/features/resource-words.ts';
import type { ReviewRow, reviewList } from '@lectern/contract/features/review.ts';
import { maskWords, reviewKindWords, reviewStateWords } from '@lectern/contract/features/review-words.ts';
import { doubtWords, scanSourceWords, severityWords } from '@lectern/contract/features/scan-words.ts';
import type { Cell } from '../../../platform/list/csv.ts';
import type { ExportWords } from '../../../platform/list/export-words.ts';
import { coverWhole } from '../../../platform/masks/hidden-text.ts';

type Cells = Record<keyof (typeof reviewList)['columns'], (row: ReviewRow, words: ExportWords) => Cell>;

/** What a file says of a review in each column; what is masked or blocked does not leave in one. */
export const reviewCells: Cells = {
  resource: (row) => row.resource.title,
  kind: (row, words) => reviewKindWords[row.resource.kind][words.language],
  severity: (row, words) =>
    row.severity && (row.likelyFalse ? doubtWords.likelyFalse : severityWords[row.severity])[words.language],
  words: (row) => row.words.map((word) => word.text).join(', '),
  sources: (row, words) => row.sources.map((source) => scanSourceWords[source][words.language]).join(', '),
  snippet: ({ first, state, resource }) => {
    const isKept = state === 'masked' || state === 'blocked' || resource.state === 'blocked';
    return first ? (isKept ? coverWhole(first.excerpt.text) : first.excerpt.text) : null;
  },
  hits: (row) => row.openHits,
  state: (row, words) => (row.maskFailed ? maskWords.failed : reviewStateWords[row.state])[words.language],
  resourceState: (row, words) => resourceStateWords[row.resource.state][words.language],
  owner: (row) => row.resource.owner?.name ?? null,
  department: (row) => row.resource.department?.name ?? null,
  college: (row) => row.resource.college?.name ?? null,
  reviewer: (row) => row.claimedBy?.name ?? null,
  opened: (row, words) => words.instant(row.openedAt),
  due: (row, words) => words.instant(row.dueAt),
  changed: (row, words) => words.instant(row.changedAt),
};
