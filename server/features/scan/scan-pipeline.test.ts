import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { listResourceWork } from '@lectern/contract/features/machine-work.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { line, makePdf } from '../../engines/pdf/fixtures/make-pdf.ts';
import { eventually } from '../../testing/eventually.ts';
import { resourceRowOf } from '../../testing/resource-rig.ts';
import { type ScanRig, scanRig } from '../../testing/scan-rig.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { UploadClient } from '../../testing/upload-client.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

const engines = path.join(import.meta.dirname, '../../engines');
let test: TestApp;
let rig: ScanRig;
beforeAll(async () => {
  test = await startTestApp();
  rig = scanRig(test);
  await rig.addWord('photosynthesis', { severity: 'block' });
  await test.container.worker.start();
});
afterAll(async () => {
  await test.container.worker.stop();
  await test.close();
});

async function upload(name: string, bytes: Buffer, language: 'en' | null = null): Promise<string> {
  const sent = await new UploadClient(test).upload(name, bytes, { language });
  const uploads = test.db.selectFrom('uploads').select('resource_id').where('id', '=', sent.id);
  return String((await uploads.executeTakeFirstOrThrow()).resource_id);
}
/** The upper part of an image as a BMP: three bytes per pixel, bottom row first. */
async function bitmap(file: string): Promise<Buffer> {
  const [width, height] = [900, 126];
  const part = sharp(file).extract({ left: 0, top: 0, width, height }).removeAlpha().toColourspace('srgb').flip();
  const points = await part
    .recomb([
      [0, 0, 1],
      [0, 1, 0],
      [1, 0, 0],
    ])
    .raw()
    .toBuffer();
  const head = Buffer.alloc(54);
  head.write('BM');
  for (const [at, value] of [
    [2, 54 + points.length],
    [10, 54],
    [14, 40],
    [18, width],
    [22, height],
  ] as const) {
    head.writeUInt32LE(value, at);
  }
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(24, 28);
  return Buffer.concat([head, points]);
}
async function untilScanned(id: string): Promise<void> {
  await eventually(async () => {
    const { data } = await test.call(listResourceWork, { params: { id } }, { as: test.admin });
    expect(data.map(({ work }) => [work.kind, work.state])).toContainEqual(['scan', 'done']);
  }, 280_000);
}

describe('a word', () => {
  it('spoken in a lecture, written on a picture and on page 3 of a document is found at its second and in its box', async () => {
    const pages = ['First page of text', 'Second page of text', 'Then Photosynthesis begins'];
    const pdf = makePdf(pages.map((text) => ({ content: line(text, 60, 400) })));
    const ids = {
      speech: await upload('lecture.ogg', await readFile(path.join(engines, 'speech/fixtures/lecture.ogg')), 'en'),
      ocr: await upload('sheet.png', await readFile(path.join(engines, 'ocr/fixtures/sheet.png'))),
      document: await upload('pages.pdf', pdf),
    };
    for (const id of Object.values(ids)) await untilScanned(id);
    const [[spoken], [drawn], [written]] = [
      await rig.hitsOf(ids.speech),
      await rig.hitsOf(ids.ocr),
      await rig.hitsOf(ids.document),
    ];
    expect(spoken).toMatchObject({ source: 'speech', page: null, state: 'open' });
    expect(spoken?.start_ms).toBeGreaterThan(1_500);
    expect(spoken?.end_ms).toBeLessThan(4_500);
    expect(drawn).toMatchObject({ source: 'ocr', page: 1 });
    // Only the first word of the first line, not the whole line.
    expect(drawn?.box?.[1]).toBeLessThan(0.2);
    expect(drawn?.box?.[2]).toBeLessThan(0.4);
    expect(written).toMatchObject({ source: 'document', page: 3, excerpt: pages[2], mark_start: 5, mark_end: 19 });
    // A document's own text has boxes for lines, not for words.
    expect(written?.box?.[0]).toBeCloseTo(0.1, 1);
    expect(written?.box?.[1]).toBeCloseTo(0.5, 1);
    expect(await resourceRowOf(test, ids.document)).toMatchObject({
      ...{ state: 'blocked', state_reason: 'Sensitive content found: Document text (page 3)' },
    });
  });

  it('on a picture that browsers can’t show, of a phone or a bitmap, is found in its box', async () => {
    const ids = [
      await upload('phone.heic', await readFile(path.join(engines, 'ocr/fixtures/line.heic'))),
      await upload('bitmap.bmp', await bitmap(path.join(engines, 'ocr/fixtures/sheet.png'))),
    ];
    for (const id of ids) {
      await untilScanned(id);
      const [hit] = await rig.hitsOf(id);
      expect(hit).toMatchObject({ source: 'ocr', page: 1, state: 'open' });
      expect(hit?.box?.[0]).toBeLessThan(0.1);
      expect(hit?.box?.[2]).toBeLessThan(0.4);
      expect(await resourceRowOf(test, id)).toMatchObject({ state: 'blocked' });
    }
  });
});
