import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSandboxed } from '../../testing/landlock-sandbox.ts';
import { drawPages } from './draw-pages.ts';
import { line, makePdf } from './fixtures/make-pdf.ts';
import { listPages } from './inspect-pdf.ts';
import type { DrawnPage, PdfPage, PdfPageText, SkippedPage } from './port.ts';
import { needsOcr, readPdfText } from './read-pdf-text.ts';

const { signal } = new AbortController();
const options = { pictureWidth: 600, thumbnailWidth: 60 };
let folder: string;
let pages: PdfPage[];
const texts: PdfPageText[] = [];
let drawn: (DrawnPage | SkippedPage)[];
const heard: number[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-pdf-'));
  const file = path.join(folder, 'made.pdf');
  const columns = [0, 1, 2, 3].map(
    (row) => line(`left row ${row}`, 60, 700 - row * 24) + line(`right row ${row}`, 340, 700 - row * 24),
  );
  await writeFile(
    file,
    makePdf([
      { content: columns.join('') },
      // Cropped to its right half, then rotated.
      { content: line('sideways', 320, 400), extra: '/Rotate 90/CropBox[300 0 600 800]' },
      { content: `q 600 0 0 800 0 0 cm /I Do Q\n${line('7', 300, 10, 8)}` },
      { content: '' },
    ]),
  );
  pages = await listPages(runSandboxed, file, signal);
  for await (const text of readPdfText(runSandboxed, { file, pages }, signal)) texts.push(text);
  drawn = await drawPages(runSandboxed, { file, folder, pages, options }, signal, {
    onProgress: (percent) => heard.push(percent),
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('pages have the size they are shown in', () => {
  expect(pages).toEqual([
    { page: 1, widthPoints: 600, heightPoints: 800 },
    { page: 2, widthPoints: 800, heightPoints: 300 },
    { page: 3, widthPoints: 600, heightPoints: 800 },
    { page: 4, widthPoints: 600, heightPoints: 800 },
  ]);
});

test('columns are read one after the other, each line in its box', () => {
  const words = texts[0]?.blocks.map((block) => block.text).join(' ');
  expect(words).toBe(
    [...[0, 1, 2, 3].map((row) => `left row ${row}`), ...[0, 1, 2, 3].map((row) => `right row ${row}`)].join(' '),
  );
  const [left, top, width, height] = texts[0]?.blocks[0]?.lines[0]?.box ?? [];
  expect(left).toBeCloseTo(60 / 600, 2);
  expect((top ?? 0) + (height ?? 0)).toBeCloseTo(100 / 800, 1);
  expect(width).toBeGreaterThan(0.05);
  expect(width).toBeLessThan(0.3);
});

test('on a turned and cut page the box is where the word is seen', async () => {
  const [box] = texts[1]?.blocks.map((block) => block.box) ?? [];
  const page = drawn[1];
  if (!box || !page || 'skipped' in page) throw new Error('the second page has neither box nor picture');
  const { data, info } = await sharp(page.picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  const dark: [number, number][] = [];
  data.forEach((value, index) => {
    if (value < 150) dark.push([(index % info.width) / info.width, Math.floor(index / info.width) / info.height]);
  });
  expect(dark.length).toBeGreaterThan(20);
  const slack = 0.02;
  const inside = dark.filter(
    ([x, y]) => x > box[0] - slack && x < box[0] + box[2] + slack && y > box[1] - slack && y < box[1] + box[3] + slack,
  );
  expect(inside.length).toBe(dark.length);
});

test('every page is drawn in two sizes, with progress', async () => {
  expect(drawn.map((page) => page.page)).toEqual([1, 2, 3, 4]);
  const [first] = drawn;
  if (!first || 'skipped' in first) throw new Error('the first page is not drawn');
  expect(await sharp(first.picture).metadata()).toMatchObject({ format: 'webp', width: 600, height: 800 });
  expect(await sharp(first.thumbnail).metadata()).toMatchObject({ format: 'webp', width: 60, height: 80 });
  expect(heard).toEqual([25, 50, 75, 100]);
});

test('a page that is a picture is left to the recognition of letters, an empty one is not', () => {
  const wanted = texts.map((text, index) => {
    const page = drawn[index];
    return needsOcr(text, page && 'isBlank' in page ? page.isBlank : undefined);
  });
  expect(wanted).toEqual([false, false, true, false]);
});

test('letters that are only shapes, and signs that mean nothing, are left to it too', () => {
  const none = { page: 1, blocks: [], characters: 0, pictures: 0 };
  expect(needsOcr(none, false)).toBe(true);
  expect(needsOcr(none, true)).toBe(false);
  const odd = { text: '\ue001\ue002\ue003 a', box: [0, 0, 1, 1] as const, lines: [] };
  expect(needsOcr({ ...none, blocks: [odd], characters: 1 }, false)).toBe(true);
});

test('a file that isn’t a PDF fails with its cause', async () => {
  const file = path.join(folder, 'no.pdf');
  await writeFile(file, 'these are no pages');
  await expect(listPages(runSandboxed, file, signal)).rejects.toMatchObject({ code: 'damaged' });
});

test('a page that can’t be drawn is skipped, and the others are there', async () => {
  const file = path.join(folder, 'made.pdf');
  const beyond = { page: 9, widthPoints: 600, heightPoints: 800 };
  const some = await drawPages(runSandboxed, { file, folder, pages: [...pages.slice(0, 1), beyond], options }, signal);
  expect(some).toMatchObject([{ page: 1 }, { page: 9, skipped: 'damaged' }]);
});
