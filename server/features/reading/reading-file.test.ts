import { execFile } from 'node:child_process';
import type { Reading, ReadingPart, ReadingSource, readingFormats } from '@lectern/contract/features/reading.ts';
import { describe, expect, it } from 'vitest';
import { zipParts } from '../../engines/document-text/zip-parts.ts';
import { readingFileOf } from './reading-file.ts';

function run(command: string, args: string[], input: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(command, args, { encoding: 'utf8' }, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
    child.stdin?.end(input);
  });
}

const reading = { source: 'ocr', engine: 'PP-OCR "4"', language: 'en' } as Reading;

async function bytesOf(format: (typeof readingFormats)[number], source: ReadingSource, parts: ReadingPart[]) {
  const file = readingFileOf(format, source);
  if (!file) throw new Error('no such file');
  async function* walk() {
    yield* parts;
  }
  const chunks: (string | Buffer)[] = [];
  for await (const chunk of file.write({
    title: 'Cells & <tissues>',
    reading: { ...reading, source },
    parts: walk(),
  })) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks.map((chunk) => Buffer.from(chunk)));
}

const written = async (...given: Parameters<typeof bytesOf>) => (await bytesOf(...given)).toString('utf8');

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
    { text: 'One --> two <i> & more', confidence: 0.9, startMs: 3_661_001, endMs: 3_662_000 },
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
      '1\n01:01:01,001 --> 01:01:02,000\nOne → two <i> & more\n\n2\n01:01:05,000 --> 01:01:05,001\nAda: three four\n\n',
    );
  });

  it('is WebVTT with its heading and points', async () => {
    expect(await written('vtt', 'speech', [said])).toMatch(
      /^WEBVTT\n\n01:01:01\.001 --> 01:01:02\.000\nOne → two &lt;i&gt; &amp; more\n/,
    );
  });

  it('is a document with times and speakers that other programs open', async () => {
    const zip = await zipParts(await bytesOf('docx', 'speech', [said]));
    expect(zip.names).toContain('[Content_Types].xml');
    const text = await zip.read('word/document.xml');
    expect(text).toContain('Cells &amp; &lt;tissues&gt;');
    expect(text).toContain('01:01:01 </w:t>');
    expect(text).toContain('<w:b/></w:rPr><w:t xml:space="preserve">Ada: </w:t>');
    expect(text).toContain('One --&gt; two &lt;i&gt; &amp; more');
  });

  it('is a PDF with searchable text in place, in every script', async () => {
    const chinese = { ...page.lines[0], text: '细胞 😀 是', words: undefined, box: [0.1, 0.6, 0.5, 0.1] };
    const lines = [...page.lines, chinese] as ReadingPart['lines'];
    const pdf = await bytesOf('pdf', 'ocr', [
      { ...page, lines },
      { ...page, number: 3 },
    ]);
    const text = await run('pdftotext', ['-layout', '-', '-'], pdf);
    expect(text).toMatch(/Cells <b>[\s\S]*细胞\s+😀\s+是[\s\S]*\f\s*Cells <b>/);
    const boxes = await run('pdftotext', ['-bbox', '-', '-'], pdf);
    const [, x = '', y = ''] = /xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>Cells</.exec(boxes) ?? [];
    expect(Number(x) / 595).toBeCloseTo(0.1, 1);
    expect(Number(y) / 298).toBeCloseTo(0.2, 1);
  });

  it('has no captions of pages and no boxes of speech', () => {
    expect([readingFileOf('srt', 'ocr'), readingFileOf('vtt', 'document'), readingFileOf('hocr', 'speech')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
