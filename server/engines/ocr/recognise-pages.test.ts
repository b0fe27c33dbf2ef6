import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSandboxed } from '../../testing/landlock-sandbox.ts';
import { EngineMissing } from '../engine-failure.ts';
import type { SandboxedProgram } from '../sandbox/port.ts';
import type { OcrOptions, OcrOutcome, OcrPage } from './port.ts';
import { recognisePages, recognisePicture } from './recognise-pages.ts';

const fixture = (name: string) => path.join(import.meta.dirname, 'fixtures', name);
const never = new AbortController().signal;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lectern-ocr-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const scratch = (name: string) => path.join(folder, name);
const textOf = (page: OcrPage) => page.lines.map(({ text }) => text);

function read(name: string, options: Partial<OcrOptions> = {}): Promise<OcrPage> {
  return recognisePicture(runSandboxed, { source: { file: name }, folder, options }, never);
}

describe('OCR', () => {
  it('reads good, rotated, empty and broken pages in turn and reports on each', {
    timeout: 300_000,
  }, async () => {
    await sharp(fixture('sheet.png')).rotate(90).toFile(scratch('on-its-right.png'));
    await sharp(fixture('sheet.png')).rotate(180).toFile(scratch('on-its-head.png'));
    await sharp(fixture('bill.png')).jpeg().withMetadata({ orientation: 6 }).toFile(scratch('by-its-notes.jpg'));
    await sharp({ create: { width: 400, height: 300, channels: 3, background: '#fff' } }).toFile(scratch('empty.png'));
    await writeFile(scratch('damaged.png'), (await readFile(fixture('sheet.png'))).subarray(0, 900));
    await writeFile(scratch('huge.png'), await hugePng());
    const names = ['sheet.png', 'columns.png', 'bill.png'].map(fixture);
    const bad = ['empty.png', 'damaged.png', 'huge.png'].map(scratch);
    const turned = ['on-its-right.png', 'on-its-head.png', 'by-its-notes.jpg'].map(scratch);
    const outcomes: OcrOutcome[] = [];
    const percents: number[] = [];
    await recognisePages(
      runSandboxed,
      {
        sources: [...names, ...bad, ...turned].map((file) => ({ file })),
        folder,
        onPage: (outcome) => outcomes.push(outcome),
        onProgress: (percent) => percents.push(percent),
      },
      never,
    );
    expect(outcomes.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(percents).toEqual([11, 22, 33, 44, 56, 67, 78, 89, 100]);
    const pages = outcomes.map((outcome) => ('page' in outcome ? outcome.page : undefined));
    const [sheet, columns, bill, empty, , , onItsRight, onItsHead, byItsNotes] = pages;

    expect(sheet && textOf(sheet)).toEqual([
      'Photosynthesis turns light into sugar.',
      'It needs 3.5 litres of water, and 12 hours of light.',
      '植物把光能转化为糖分，并放出氧气。',
      expect.stringMatching(/^第二章：光合作用（共 ?15 ?页）$/),
      'Version 2 was printed in May 2024',
    ]);
    expect(sheet).toMatchObject({ width: 900, height: 420, rotation: 0, engine: { name: 'PP-OCR', version: 'v4, 2' } });
    for (const line of sheet?.lines ?? []) expect(line.confidence).toBeGreaterThan(0.8);
    const sugar = sheet?.lines[0]?.words.find(({ text }) => text === 'sugar.');
    expect(sugar?.box[0]).toBeGreaterThan(0.6);
    expect(sugar?.box[0]).toBeLessThan(0.75);
    expect(sugar?.box[1]).toBeLessThan(0.2);
    expect(sheet?.lines[2]?.words[0]?.text).toMatch(/^植物把光能转/);

    expect(columns && textOf(columns).map((text) => text.split(' ')[0])).toEqual([
      'Two',
      'The',
      'with',
      'a',
      'the',
      'Another',
      'and',
      'that',
      'snow',
    ]);
    expect(bill && textOf(bill)).toEqual([
      'Notebook, large',
      '12.50',
      'Pencil',
      '0.80',
      'Ruler of wood',
      '3.20',
      'Total',
      '16.50',
    ]);
    expect(empty).toMatchObject({ width: 400, height: 300, lines: [] });

    expect(failureOf(outcomes[4])).toEqual({
      code: 'damaged',
      message: expect.stringContaining('damaged or incomplete'),
    });
    expect(failureOf(outcomes[5])).toEqual({ code: 'tooLarge', message: expect.stringContaining('200 megapixels') });

    expect(onItsRight).toMatchObject({ width: 900, height: 420, rotation: 270 });
    expect(onItsHead).toMatchObject({ width: 900, height: 420, rotation: 180 });
    for (const page of [onItsRight, onItsHead]) {
      expect(page?.lines[0]?.text).toBe('Photosynthesis turns light into sugar.');
      expect(page?.lines[0]?.box[1]).toBeLessThan(0.2);
    }
    // Its EXIF orientation turns it on its side, but the text shows that it was upright before.
    expect(byItsNotes).toMatchObject({ width: 620, height: 340, rotation: 270 });
    expect(byItsNotes?.lines[0]?.text).toBe('Notebook, large');
  });

  it('reads only the part that was asked for, and places it in the whole picture', async () => {
    const page = await read(fixture('columns.png'), { region: [0.5, 0.25, 0.5, 0.75] });
    expect(textOf(page)[0]).toBe('Another column follows');
    expect(page.lines).toHaveLength(4);
    expect(page.lines[0]?.box[0]).toBeGreaterThan(0.5);
    expect(page.lines[0]?.box[1]).toBeGreaterThan(0.3);
  });

  it('throws the error of a single page', async () => {
    await writeFile(scratch('text.png'), 'This is no picture.');
    await expect(read(scratch('text.png'))).rejects.toMatchObject({ name: 'InspectionFailure', code: 'damaged' });
  });

  it('says which model is missing, and does not start', async () => {
    const models = { recogniser: '/nowhere/better.onnx' };
    const wrong = await read(fixture('sheet.png'), { models }).catch((error: unknown) => error);
    expect(wrong).toBeInstanceOf(EngineMissing);
    expect(wrong).toMatchObject({ install: expect.stringContaining('/nowhere/better.onnx') });
  });

  it('ends its child when the work is cancelled', async () => {
    const cancel = new AbortController();
    const told: number[] = [];
    const job = {
      sources: Array.from({ length: 50 }, () => ({ file: fixture('bill.png') })),
      folder,
      onPage: ({ index }: OcrOutcome) => {
        told.push(index);
        cancel.abort(new Error('cancelled by a person'));
      },
    };
    // Resolves only after the child and all its descendants have closed their output.
    const run = (wanted: SandboxedProgram) => runSandboxed(wanted);
    await expect(recognisePages(run, job, cancel.signal)).rejects.toThrow('cancelled by a person');
    expect(told.length).toBeGreaterThan(0);
    expect(told.length).toBeLessThan(50);
  });
});

function failureOf(outcome: OcrOutcome | undefined) {
  return outcome && 'failure' in outcome ? { code: outcome.failure.code, message: outcome.failure.message } : undefined;
}

/** A small file whose header claims 40,000 × 40,000 pixels. */
async function hugePng(): Promise<Buffer> {
  const { crc32 } = await import('node:zlib');
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  bytes.writeUInt32BE(40_000, 16);
  bytes.writeUInt32BE(40_000, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}
