import type { RescanRow } from '@lectern/contract/features/scan.ts';
import type { WordImpact } from '@lectern/contract/features/sensitive-word-trial.ts';
import { chineseWords, englishWords } from './passage-words.ts';
import { call } from './product-processes.ts';
import { rareWords } from './seed-passages.ts';

export type WordCase = { name: string; word: { text: string; mode: 'exact' | 'contains' | 'wildcard' } };

const pairAt = (rank: number) => chineseWords.slice(rank).find((word) => word.length === 2) ?? '';

/** Words from absent to ubiquitous, in both scripts and every match mode. */
export const wordCases: readonly WordCase[] = [
  { name: 'nowhere', word: { text: 'xqzwvkj', mode: 'contains' } },
  { name: 'rare', word: { text: rareWords.en, mode: 'exact' } },
  { name: 'rare, Chinese', word: { text: rareWords.zh, mode: 'contains' } },
  { name: 'within words', word: { text: 'xenyl', mode: 'contains' } },
  { name: 'wildcard', word: { text: 'zygo*ne', mode: 'wildcard' } },
  { name: 'now and then, two characters', word: { text: pairAt(3_000), mode: 'contains' } },
  { name: 'frequent, two characters', word: { text: pairAt(300), mode: 'contains' } },
  { name: 'frequent', word: { text: englishWords[300] ?? '', mode: 'exact' } },
];

export type Session = { api: string; token: string };

export async function timedImpact(
  { api, token }: Session,
  { word }: WordCase,
): Promise<{ impact: WordImpact; ms: number }> {
  const started = performance.now();
  const changes = [{ kind: 'add', word }];
  const impact = await call<WordImpact>(`${api}/sensitive/words/impact`, 'POST', token, { changes });
  return { impact, ms: performance.now() - started };
}

/** Adds the word and waits until the resulting rescan finishes, or cancels it after `longestMs`. */
export async function timedRescan(
  { api, token }: Session,
  { word }: WordCase,
  longestMs: number,
): Promise<{ rescan: RescanRow; ms: number }> {
  const listed = async () => (await call<{ rows: RescanRow[] }>(`${api}/sensitive/rescans`, 'GET', token)).rows;
  const before = new Set((await listed()).map(({ id }) => id));
  const started = performance.now();
  await call(`${api}/sensitive/words`, 'POST', token, word);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const rescan = (await listed()).find(({ id }) => !before.has(id));
    const ms = performance.now() - started;
    if (rescan?.finishedAt) return { rescan, ms };
    if (ms < longestMs) continue;
    if (!rescan) throw new Error('No re-scan was started.');
    await call(`${api}/sensitive/rescans/${rescan.id}/cancel`, 'POST', token);
  }
}

/** Response times of the resource list, in ms, measured until the promise settles. */
export async function listMeanwhile({ api, token }: Session, until: Promise<unknown>): Promise<number[]> {
  const samples: number[] = [];
  let over = false;
  const end = () => {
    over = true;
  };
  until.then(end, end);
  while (!over) {
    const started = performance.now();
    await call(`${api}/resources`, 'GET', token);
    samples.push(performance.now() - started);
  }
  return samples;
}
