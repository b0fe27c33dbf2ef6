import type { ReadingLine, ReadingPart } from '@lectern/contract/features/reading.ts';
import { describe, expect, it } from 'vitest';
import { findInLines, piecesOf } from './find-in-lines.ts';

const line = (text: string, more: Partial<ReadingLine> = {}): ReadingLine => ({ text, confidence: null, ...more });
const part = (number: number, ...lines: ReadingLine[]): ReadingPart => ({
  number,
  width: null,
  height: null,
  rotation: null,
  lines,
});

describe('a search within a text', () => {
  it('finds lines in any case and width, in order', () => {
    const parts = [part(1, line('Energy'), line('The ＡＴＰ')), part(2, line('atp synthase'), line('线粒体'))];
    expect(findInLines(parts, 'ATP').map(({ key }) => key)).toEqual(['1.1', '2.0']);
    expect(findInLines(parts, '粒体').map(({ part: { number } }) => number)).toEqual([2]);
  });

  it('finds nothing where nothing is looked for', () => {
    expect(findInLines([part(1, line('a'))], '  ')).toEqual([]);
  });
});

describe('a line', () => {
  it('is split where matches and uncertain words begin and end', () => {
    const words = [
      { text: 'more', confidence: 0.98 },
      { text: 'cristae', confidence: 0.4 },
    ];
    expect(piecesOf(line('more cristae', { words }), 'Crist')).toEqual([
      { text: 'more ', marked: false, doubtful: false, reached: false },
      { text: 'crist', marked: true, doubtful: true, reached: false },
      { text: 'ae', marked: false, doubtful: true, reached: false },
    ]);
  });

  it('is whole without either', () => {
    expect(piecesOf(line('plain'), '')).toEqual([{ text: 'plain', marked: false, doubtful: false, reached: false }]);
  });
});
