import type { SummaryContent } from '@lectern/contract/features/summary-content.ts';
import { expect, it } from 'vitest';
import { diffSummaries } from './diff-summaries.ts';

const content = (short: string[], rest: Partial<SummaryContent> = {}): SummaryContent => ({
  short: short.map((text) => ({ text, passages: [], supported: true })),
  ...{ outline: [], keywords: [], chapters: [], questions: [], ...rest },
});

it('shows what stayed, was removed, added and changed, word by word', () => {
  const from = content(['Ice is cold.', 'Rivers of ice move slowly.', 'Gone.'], {
    chapters: [{ title: 'Ice', startMs: 61_000 }],
  });
  const to = content(['Ice is cold.', 'Rivers of ice move very slowly.', 'Quite another thing.']);
  const { short, chapters, keywords, same } = diffSummaries(from, to);
  expect(short.map(({ kind }) => kind)).toEqual(['same', 'changed', 'removed', 'added']);
  expect(short[1]?.words.filter(({ kind }) => kind !== 'same')).toEqual([{ kind: 'added', text: 'very ' }]);
  expect(chapters).toEqual([{ kind: 'removed', before: '00:01:01 Ice', after: null, words: [] }]);
  expect([keywords, same]).toEqual([[], false]);
});

it('compares Chinese by its characters, and finds nothing between equals', () => {
  const { short } = diffSummaries(content(['冰川是冰的河流。']), content(['冰川是移动的冰的河流。']));
  expect(short[0]?.words.find(({ kind }) => kind === 'added')?.text).toHaveLength(3);
  const one = content(['A.'], { keywords: ['a'] });
  expect(diffSummaries(one, one).same).toBe(true);
});

it('compares Korean and wide characters one by one, even after a Latin word', () => {
  const [line] = diffSummaries(content(['用 API，即接口한글 is it.']), content(['用 API；即接口한국 is it.'])).short;
  expect(line?.words.filter(({ kind }) => kind !== 'same').map(({ text }) => text)).toEqual(['，', '；', '글', '국']);
});
