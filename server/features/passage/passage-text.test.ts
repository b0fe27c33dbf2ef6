import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText, passageWords, snippetOf } from './passage-text.ts';

const marked = (text: string, wanted: string) => {
  const snippet = snippetOf(text, passageWords(wanted));
  return snippet.marks.map(([from, to]) => snippet.text.slice(from, to));
};

describe('a folded text', () => {
  it.each([
    ['The  CAFÉ, naïve!', ' the cafe naive'],
    ['Ｆｕｌｌ－ｗｉｄｔｈ １２３', ' full width 123'],
    ['高等数学AI技术。第3讲', ' 高等数学 ai 技术 第 3 讲'],
    ['co\u00adope\u200brate', ' cooperate'],
    ['か\u3099 が', ' が が'],
    ['ﬁne ½', ' fine 1 2'],
    ['…!?', ' '],
    ['', ' '],
  ])('of %j is %j', (text, folded) => {
    expect(foldText(text).folded).toBe(folded);
  });
});

describe('a snippet of a passage', () => {
  it('marks matches by exact offsets, even where folding changes lengths', () => {
    expect(marked('The ﬁnest Cafe\u0301 of all', 'fin caf')).toEqual(['ﬁn', 'Cafe\u0301'.slice(0, 3)]);
    expect(marked('Resume\u0301s are read', 'resumes')).toEqual(['Resume\u0301s']);
    expect(marked('ＦＵＬＬ width', 'full')).toEqual(['ＦＵＬＬ']);
    expect(marked('co\u00adoperate', 'cooperate')).toEqual(['co\u00adoperate']);
  });

  it('marks characters of two units whole', () => {
    expect(marked('👍 𠮷野家の牛丼', '𠮷野')).toEqual(['𠮷野']);
    expect(marked('ok👍ok', '👍')).toEqual(['👍']);
  });

  it('marks words by their beginning, and Chinese anywhere', () => {
    expect(marked('starting art, artful', 'art')).toEqual(['art', 'art']);
    expect(marked('学习高等数学的方法', '数学 等数')).toEqual(['等数学']);
  });

  it('shows the text around the first match and marks nothing outside it', () => {
    const text = `${'前💡'.repeat(100)}重点${'💡'.repeat(200)}重点`;
    const snippet = snippetOf(text, ['重点']);
    expect(snippet.text).toMatch(/^….*重点.*…$/u);
    expect(snippet.text.isWellFormed()).toBe(true);
    expect(snippet.text.length).toBeLessThan(170);
    expect(snippet.marks).toHaveLength(1);
  });

  it('begins at the beginning where nothing is found', () => {
    expect(snippetOf('one\ntwo', ['three'])).toEqual({ text: 'one two', marks: [] });
  });

  it('never marks outside its text, out of order or overlapping, for any query', () => {
    const letters = fc.constantFrom('a', 'é', 'e\u0301', '数', '𠮷', 'ﬁ', ' ', '\n', '👍🏽', 'Ａ', '\u00ad', '%');
    const string = fc.array(letters, { maxLength: 400 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(string, fc.array(letters, { maxLength: 4 }), (text, wanted) => {
        const { text: shown, marks } = snippetOf(text, passageWords(wanted.join('')));
        const ends = marks.flat();
        expect(shown.isWellFormed()).toBe(true);
        expect(ends).toEqual([...ends].sort((left, right) => left - right));
        expect(ends.every((end) => end >= 0 && end <= shown.length)).toBe(true);
        expect(marks.every(([from, to]) => from < to)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
