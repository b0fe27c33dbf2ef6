import type { ReadingPart } from '@lectern/contract/features/reading.ts';
import { describe, expect, it } from 'vitest';
import { placeInPart } from './place-matches.ts';
import type { Box } from './scanned-text.ts';

const nowhere = { page: 3, box: null, startMs: null, endMs: null };
const word = (text: string, box: Box) => ({ text, confidence: 1, box: [...box] as [number, number, number, number] });

function page(lines: ReadingPart['lines']): ReadingPart {
  return { number: 3, width: 600, height: 800, rotation: 0, lines };
}
function line(top: number, ...words: [string, number][]): ReadingPart['lines'][number] {
  return {
    text: words.map(([text]) => text).join(' '),
    confidence: 1,
    box: [0.1, top, 0.8, 0.02],
    words: words.map(([text, left]) => word(text, [left, top, 0.1, 0.02])),
  };
}
function span(text: string, found: string) {
  return { start: text.indexOf(found), end: text.indexOf(found) + found.length };
}

describe('the place of a match', () => {
  it('is the box of its words, over the end of a line too', () => {
    const part = page([line(0.1, ['the', 0.1], ['secret', 0.3]), line(0.14, ['recipe', 0.1], ['is', 0.3])]);
    const text = 'the secret recipe is';
    const passage = { ...nowhere, text };
    expect(placeInPart(part, passage, span(text, 'secret'))).toEqual({ box: [0.3, 0.1, 0.1, 0.02] });
    expect(placeInPart(part, passage, span(text, 'secret recipe'))).toEqual({ box: [0.1, 0.1, 0.3, 0.06] });
  });

  it('is found where Chinese lines were put together without a space', () => {
    const part = page([line(0.1, ['绝密', 0.1]), line(0.14, ['文件', 0.1])]);
    const passage = { ...nowhere, text: '绝密文件' };
    expect(placeInPart(part, passage, span('绝密文件', '密文'))?.box).toEqual([0.1, 0.1, 0.1, 0.06]);
  });

  it('is that of its own sentence if the same one occurs twice on the page', () => {
    const part = page([line(0.1, ['secret', 0.1]), line(0.5, ['secret', 0.1])]);
    const passage = { ...nowhere, box: [0.1, 0.5, 0.8, 0.02] as Box, text: 'secret' };
    expect(placeInPart(part, passage, { start: 0, end: 6 })?.box?.[1]).toBe(0.5);
  });

  it('is the seconds of its words, or those of the whole line where words have none', () => {
    const said = (text: string, startMs: number, endMs: number) => ({ text, confidence: null, startMs, endMs });
    const words = [said('a', 1000, 1100), said('secret', 1200, 1700)];
    const speech = {
      ...page([]),
      lines: [{ ...said('a secret', 1000, 1700), words }, said('other secret', 4000, 5000)],
    };
    const passage = (text: string, startMs: number) => ({ ...nowhere, page: null, startMs, endMs: null, text });
    expect(placeInPart(speech, passage('a secret', 1000), span('a secret', 'secret'))).toEqual({
      startMs: 1200,
      endMs: 1700,
    });
    expect(placeInPart(speech, passage('other secret', 4000), span('other secret', 'secret'))).toEqual({
      startMs: 4000,
      endMs: 5000,
    });
  });

  it('stays that of the passage where the page holds another text', () => {
    expect(placeInPart(page([line(0.1, ['else', 0.1])]), { ...nowhere, text: 'secret' }, { start: 0, end: 6 })).toBe(
      undefined,
    );
  });
});
