import type { ReadingLine, ReadingPart } from '@lectern/contract/features/reading.ts';
import { describe, expect, it } from 'vitest';
import { passagesOf } from './passages-of.ts';

const part = (lines: ReadingLine[], number = 1): ReadingPart => ({ number, width: 1, height: 1, rotation: 0, lines });
const line = (text: string, more: Partial<ReadingLine> = {}): ReadingLine => ({ text, confidence: 0.9, ...more });
const texts = (...given: Parameters<typeof passagesOf>) => passagesOf(...given).map(({ text }) => text);

describe('passages of a reading', () => {
  it('put lines of one paragraph together, with the box around them and the least confidence', () => {
    const lines = [
      line('The mitochondrion is', { box: [0.1, 0.1, 0.5, 0.02] }),
      line('the powerhouse of the cell.', { box: [0.1, 0.125, 0.6, 0.02], confidence: 0.5 }),
    ];
    expect(passagesOf('ocr', [part(lines, 7)])).toEqual([
      {
        text: 'The mitochondrion is the powerhouse of the cell.',
        page: 7,
        start_ms: null,
        end_ms: null,
        box: [0.1, 0.1, 0.6, 0.045],
        confidence: 0.5,
      },
    ]);
  });

  it('keep columns, far away lines and headings apart', () => {
    const lines = [
      line('left column', { box: [0.05, 0.5, 0.4, 0.02] }),
      line('right column', { box: [0.55, 0.1, 0.4, 0.02] }),
      line('at the foot', { box: [0.55, 0.9, 0.4, 0.02] }),
      line('Heading', { box: [0.55, 0.92, 0.4, 0.02], heading: 1 }),
    ];
    expect(texts('ocr', [part(lines)])).toEqual(['left column', 'right column', 'at the foot', 'Heading']);
  });

  it('never go over the end of a page', () => {
    expect(texts('document', [part([line('one')], 1), part([line('two')], 2)])).toEqual(['one', 'two']);
  });

  it('continue without a space in Chinese', () => {
    expect(texts('document', [part([line('线粒体是细胞的'), line('动力工厂')])])).toEqual(['线粒体是细胞的动力工厂']);
  });

  it('keep speech with its times', () => {
    const said = [line('Hello.', { startMs: 0, endMs: 900 }), line('Goodbye.', { startMs: 1000, endMs: 1900 })];
    expect(passagesOf('speech', [part(said)])).toMatchObject([
      { text: 'Hello.', page: null, start_ms: 0, end_ms: 900 },
      { text: 'Goodbye.', page: null, start_ms: 1000, end_ms: 1900 },
    ]);
  });

  it('lose no character of a paragraph without end, and cut no character in two', () => {
    for (const endless of [
      'word '.repeat(900),
      '𠮷'.repeat(1_500),
      'A sentence ends here. '.repeat(200),
      'x'.repeat(5_000),
    ]) {
      const found = texts('document', [part([line(endless)])]);
      expect(found.join('').replaceAll(' ', '')).toBe(endless.replaceAll(' ', ''));
      expect(found.every((text) => text.length <= 800 && text.isWellFormed())).toBe(true);
    }
  });

  it('are none where there is no text', () => {
    expect(passagesOf('ocr', [part([]), part([line('  ')], 2)])).toEqual([]);
  });
});
