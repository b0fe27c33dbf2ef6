import { jobCauseWords } from '@lectern/contract/features/job-cause.ts';
import type { WorkRow, workList } from '@lectern/contract/features/machine-work.ts';
import { checkWords, jobStateWords, stepWords } from '@lectern/contract/features/machine-work-words.ts';
import type { Cell } from '../../../platform/list/csv.ts';
import type { ExportWords } from '../../../platform/list/export-words.ts';

type Cells = Record<keyof (typeof workList)['columns'], (row: WorkRow, words: ExportWords) => Cell>;

/** What a file says of machine work in each column. */
export const workCells: Cells = {
  resource: (row) => row.resource.title,
  kind: (row, words) => stepWords[row.kind][words.language],
  state: (row, words) => jobStateWords[row.state][words.language],
  cause: (row, words) => row.cause ?? (row.causeCode && jobCauseWords[row.causeCode][words.language]),
  check: (row, words) => row.check && checkWords[row.check][words.language],
  confidence: (row) => row.confidence,
  language: (row) => row.language,
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
