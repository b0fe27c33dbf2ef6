import type { Reading, ReadingPart, ReadingSource, readingFormats } from '@lectern/contract/features/reading.ts';
import { describe, expect, it } from 'vitest';
import { readingFileOf } from './reading-file.ts';

const reading = { source: 'ocr', engine: 'PP-OCR "4"', language: 'en' } as Reading;

async function written(format: (typeof readingFormats)[number], source: ReadingSource, parts: ReadingPart[]) {
  const file = readingFileOf(format, source);
  if (!file) throw new Error('no such file');
  async function* walk() {
    yield* parts;
  }
  const chunks: string[] = [];
  for await (const chunk of file.write({
    title: 'Cells & <tissues>',
    reading: { ...reading, source },
    parts: walk(),
  })) {
    chunks.push(chunk);
  }
  return chunks.join('');
}

const page: ReadingPart = {
  number: 2,
  width: 1000,
  height: 500,
  rotation: 0,
  lines: [
    {
      text: 'Cells <b>',
      confidence: 0.9,
      box: [0.1, 0.2, 0.3, 0.1],
      words: [
        { text: 'Cells', confidence: 0.95, box: [0.1, 0.2, 0.1, 0.1] },
        { text: '<b>', confidence: 0.5, box: [0.25, 0.2, 0.15, 0.1] },
      ],
    },
  ],
};
const said: ReadingPart = {
  number: 1,
  width: null,
  height: null,
  rotation: null,
  lines: [
    { text: 'One --> two <i>', confidence: 0.9, startMs: 3_661_001, endMs: 3_662_000 },
    { text: '  ', confidence: 0.9, startMs: 3_663_000, endMs: 3_664_000 },
    { text: 'three\n\nfour', confidence: 0.9, startMs: 3_665_000, endMs: 3_665_000, speaker: 'Ada' },
  ],
};

describe('a reading as a file', () => {
  it('is plain text, with a form feed between pages', async () => {
    expect(await written('txt', 'ocr', [page, { ...page, number: 3 }])).toBe('Cells <b>\n\f\nCells <b>\n');
  });

  it('is JSON that holds everything', async () => {
    expect(JSON.parse(await written('json', 'ocr', [page, page]))).toMatchObject({
      title: 'Cells & <tissues>',
      parts: [page, page],
    });
  });

  it('is hOCR with boxes in pixels and confidence, and nothing in it is markup by accident', async () => {
    const text = await written('hocr', 'ocr', [page]);
    expect(text).toContain('<title>Cells &amp; &lt;tissues&gt;</title>');
    expect(text).toContain('content="PP-OCR &quot;4&quot;"');
    expect(text).toContain('title="bbox 0 0 1000 500; ppageno 1"');
    expect(text).toContain('<span class="ocr_line" id="line_2_1" title="bbox 100 100 400 150">');
    expect(text).toContain('title="bbox 250 100 400 150; x_wconf 50">&lt;b&gt;</span>');
  });

  it('is SubRip with numbers and commas', async () => {
    expect(await written('srt', 'speech', [said])).toBe(
      '1\n01:01:01,001 --> 01:01:02,000\nOne → two &lt;i&gt;\n\n2\n01:01:05,000 --> 01:01:05,001\nAda: three four\n\n',
    );
  });

  it('is WebVTT with its heading and points', async () => {
    expect(await written('vtt', 'speech', [said])).toMatch(/^WEBVTT\n\n01:01:01\.001 --> 01:01:02\.000\nOne/);
  });

  it('has no captions of pages and no boxes of speech', () => {
    expect([readingFileOf('srt', 'ocr'), readingFileOf('vtt', 'document'), readingFileOf('hocr', 'speech')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
