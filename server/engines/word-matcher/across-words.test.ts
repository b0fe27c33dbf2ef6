import { describe, expect, it } from 'vitest';
import { measureSentences } from '../../../bench/chinese-sentences.ts';
import { isAcrossWords } from './compile-words.ts';

const isAcross = (text: string, word: string) => {
  const start = text.indexOf(word);
  return isAcrossWords(text, start, start + word.length);
};

describe('a match in Chinese text', () => {
  it.each([
    ['当代写作', '代写'],
    ['出口交易', '口交'],
    ['今天上课本来很早', '课本'],
    ['当代 写作', '代 写'],
    ['出口\n交易会', '口\n交'],
  ])('is across words in %s', (text, place) => {
    expect(isAcross(text, place)).toBe(true);
  });

  it.each([
    ['提供论文代写服务', '代写'],
    ['网上代写作业的广告', '代写'],
    ['长期代开发票', '代开'],
    ['扬言要杀人放火', '杀人'],
    ['代写', '代写'],
    ['论文代-写', '代-写'],
    ['我在class里', 'class'],
  ])('is a separate word in %s', (text, place) => {
    expect(isAcross(text, place)).toBe(false);
  });

  it('is judged by its neighbours, however long the text', () => {
    const text = `${'老师讲解课文。'.repeat(200)}当代写作${'𠮷'.repeat(40)}论文代写服务`;
    const [first, second] = [text.indexOf('代写'), text.lastIndexOf('代写')];
    expect([isAcrossWords(text, first, first + 2), isAcrossWords(text, second, second + 2)]).toEqual([true, false]);
  });
});

describe.each(['dev', 'held-out'] as const)('of the %s sentences', (set) => {
  it('at most one innocent in ten has a certain match', () => {
    const { sentences, certain } = measureSentences('innocent', set);
    expect(sentences).toBe(100);
    expect(certain / sentences).toBeLessThanOrEqual(0.1);
  });

  it('every one that means the word is found, and nearly all of them as certain', () => {
    const { sentences, certain, lost } = measureSentences('true', set);
    expect(lost).toEqual([]);
    expect(certain / sentences).toBeGreaterThanOrEqual(0.95);
  });
});
