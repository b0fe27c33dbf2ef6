import { jobStateWords } from '@lectern/contract/features/machine-work-words.ts';
import { resourceStateWords } from '@lectern/contract/features/resource-words.ts';
import type { SubtitleRow, subtitleList } from '@lectern/contract/features/subtitle.ts';
import { subtitleStateWords } from '@lectern/contract/features/subtitle-words.ts';
import type { Cell } from '../../../platform/list/csv.ts';
import type { ExportWords } from '../../../platform/list/export-words.ts';

type Cells = Record<keyof (typeof subtitleList)['columns'], (row: SubtitleRow, words: ExportWords) => Cell>;

/** What a file says of the subtitles of a video in each column. */
export const subtitleCells: Cells = {
  resource: (row) => row.resource.title,
  tracks: (row, words) =>
    row.tracks.map(({ language, state }) => `${language} (${subtitleStateWords[state][words.language]})`).join(', '),
  problems: (row) => row.problems,
  stale: (row, words) => (row.stale ? yes[words.language] : ''),
  speech: (row, words) => row.speech && jobStateWords[row.speech.state][words.language],
  duration: (row) => (row.resource.durationMs === null ? null : Math.round(row.resource.durationMs / 1000)),
  resourceState: (row, words) => resourceStateWords[row.resource.state][words.language],
  owner: (row) => row.resource.owner.name,
  changed: (row, words) => words.instant(row.changedAt),
};

const yes = { en: 'Yes', zh: '是' };
