import { listResourceWork, runStep } from '@lectern/contract/features/machine-work.ts';
import { listReadings } from '@lectern/contract/features/reading.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { line, makePdf } from '../../../engines/pdf/fixtures/make-pdf.ts';
import { eventually } from '../../../testing/eventually.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { UploadClient } from '../../../testing/upload-client.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

let test: TestApp;
let id: string;
beforeAll(async () => {
  test = await startTestApp();
  await test.container.worker.start();
  const pdf = makePdf([{ content: line('Roots drink water from the ground', 60, 400) }]);
  const sent = await new UploadClient(test).upload('roots.pdf', pdf);
  const row = await test.db.selectFrom('uploads').select('resource_id').where('id', '=', sent.id).executeTakeFirst();
  id = String(row?.resource_id);
  await untilOver();
});
afterAll(async () => {
  await test.container.worker.stop();
  await test.close();
});

async function ocrWork() {
  const { data } = await test.call(listResourceWork, { params: { id } }, { as: test.admin });
  return data.find(({ work }) => work.kind === 'ocr')?.work;
}

async function untilOver(): Promise<void> {
  await eventually(async () => {
    const { data } = await test.call(listResourceWork, { params: { id } }, { as: test.admin });
    const open = data.filter(({ work }) => ['pending', 'queued', 'running'].includes(work.state));
    expect([data.length > 0, open.length]).toEqual([true, 0]);
  }, 200_000);
}

async function readAgain(options: Record<string, string | number | boolean>): Promise<void> {
  await test.call(runStep, { params: { id, kind: 'ocr' }, body: { options } }, { as: test.admin });
  await untilOver();
}

async function currentSources(): Promise<string[]> {
  const { data } = await test.call(listReadings, { params: { id } }, { as: test.admin });
  return data.flatMap(({ current, source }) => (current ? [source] : [])).sort();
}

it('OCR text stays when a missing area is re-read, and is retracted when there is nothing to read', async () => {
  expect(await ocrWork()).toMatchObject({ state: 'skipped' });
  await readAgain({ allPages: true });
  expect(await ocrWork()).toMatchObject({ state: 'done', language: 'en' });
  expect(await currentSources()).toEqual(['document', 'ocr']);
  await readAgain({ region: '0,0,0.5,0.5', page: 9 });
  expect(await ocrWork()).toMatchObject({ state: 'skipped' });
  expect(await currentSources()).toEqual(['document', 'ocr']);
  await readAgain({});
  expect(await ocrWork()).toMatchObject({ state: 'skipped', language: null, confidence: null });
  expect(await currentSources()).toEqual(['document']);
  const activities = test.db.selectFrom('activities').select('after').where('object_id', '=', id);
  expect(await activities.where('action', '=', 'reading.retracted').execute()).toEqual([{ after: { source: 'ocr' } }]);
});
