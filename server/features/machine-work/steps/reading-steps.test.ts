import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createGlossaryTerm } from '@lectern/contract/features/glossary.ts';
import { listResourceWork, listWork, runMissing, runStep } from '@lectern/contract/features/machine-work.ts';
import { getOperation, startOperation } from '@lectern/contract/features/operation.ts';
import { exportReading, listReadings } from '@lectern/contract/features/reading.ts';
import { restoreVersion } from '@lectern/contract/features/resource-detail.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeDocx, paragraph } from '../../../engines/document-text/fixtures/make-package.ts';
import { line, makePdf } from '../../../engines/pdf/fixtures/make-pdf.ts';
import { makeScan } from '../../../engines/pdf/fixtures/make-scan.ts';
import { probeEngines } from '../../../engines/probe/probe-engines.ts';
import { pathOf } from '../../../platform/http/mount-endpoints.ts';
import { eventually } from '../../../testing/eventually.ts';
import { stepsRig } from '../../../testing/steps-rig.ts';
import { cookieHeader, startTestApp } from '../../../testing/test-app.ts';
import { schoolLibrary } from '../../../testing/upload-client.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const engines = path.join(import.meta.dirname, '../../../engines');
const test = await startTestApp();
const { client, worksOf, through, untilOver, resourceOf, textOf, readingsOf, renditionsOf, findings } = stepsRig(test);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-steps-'));
  await test.container.worker.start();
});
afterAll(async () => {
  await test.container.worker.stop();
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

async function passagesOf(id: string): Promise<number> {
  const of = test.db.selectFrom('passages').select('id').where('resource_id', '=', id);
  const rows = await of.where('reading_id', 'is not', null).execute();
  return rows.length;
}

async function rerun(id: string, options = {}): Promise<void> {
  await test.call(runStep, { params: { id, kind: 'ocr' }, body: { options } }, { as: test.admin });
  await untilOver(id);
}

/** Turns a step on or off in the school library. */
async function rule(kind: 'ocr', byItself: boolean): Promise<void> {
  const processing = JSON.stringify({ [kind]: byItself });
  await test.db.updateTable('libraries').set({ processing }).where('id', '=', schoolLibrary).execute();
}

/** Runs `work` as if a program weren't installed. */
async function withoutProgram(name: string, work: () => Promise<void>): Promise<void> {
  const programs = await mkdtemp(path.join(folder, 'programs-'));
  const there = (await readdir('/usr/bin')).filter((entry) => entry !== name);
  for (const entry of there) await symlink(path.join('/usr/bin', entry), path.join(programs, entry));
  const before = process.env.PATH;
  process.env.PATH = programs;
  try {
    await work();
  } finally {
    process.env.PATH = before;
  }
}

// Runs first, because an engine that has been found once is not looked up again.
describe('a step without its engine', () => {
  it('is skipped with the install command, shows on the health page and runs once the engine is installed', async () => {
    let id = '';
    const install = 'apt-get install -y --no-install-recommends libreoffice-writer-nogui';
    await withoutProgram('soffice', async () => {
      id = await through('early.docx', await makeDocx(paragraph('Roots drink water.')));
      const known = await probeEngines();
      expect(known.find(({ name }) => name === 'LibreOffice')).toMatchObject({
        found: false,
        install: expect.stringContaining(install),
      });
    });
    const skipped = { state: 'skipped', causeCode: 'engineMissing', cause: expect.stringContaining(install) };
    expect((await worksOf(id)).convert).toMatchObject(skipped);
    expect(await resourceOf(id)).toMatchObject({ state: 'ready', has_text: false });
    await test.call(runMissing, { body: { kinds: ['convert'] } }, { as: test.admin });
    await eventually(async () => expect((await worksOf(id)).convert?.state).toBe('done'), 120_000);
    expect((await textOf(id, 'document')).text).toBe('Roots drink water.');
  });
});

describe('a document', () => {
  it('gets a preview, page images and positioned text; a second run duplicates nothing', async () => {
    const docx = await makeDocx(paragraph('Photosynthesis turns light into sugar.') + paragraph('植物把阳光变成糖。'));
    const id = await through('leaves.docx', docx);
    expect(await worksOf(id)).toMatchObject({
      convert: { state: 'done', engine: expect.stringMatching(/^LibreOffice \d/) },
      ocr: { state: 'skipped', cause: 'Every page already has text.' },
    });
    expect(await renditionsOf(id)).toEqual(['page 1', 'pageThumbnail 1', 'preview 0', 'thumbnail 0']);
    const read = await textOf(id, 'document');
    expect(read.text).toContain('Photosynthesis turns light into sugar.');
    expect(read.lines[0]).toMatchObject({ page: 1, box: expect.any(Array) });
    const resource = await test.db.selectFrom('resources').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(resource).toMatchObject({ state: 'ready', page_count: 1, has_text: true, work_failed: false });
    expect(resource.thumbnail_id).not.toBeNull();
    for (const kind of ['inspect', 'convert'] as const) {
      await test.call(runStep, { params: { id, kind }, body: {} }, { as: test.admin });
      await untilOver(id);
    }
    expect(await renditionsOf(id)).toEqual(['page 1', 'pageThumbnail 1', 'preview 0', 'thumbnail 0']);
    const readings = await test.call(listReadings, { params: { id } }, { as: test.admin });
    expect(readings.data.map((reading) => [reading.number, reading.current])).toEqual([
      [2, true],
      [1, false],
    ]);
    const unused = await test.db
      .selectFrom('files')
      .select('files.id')
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('renditions').select('id').whereRef('file_id', '=', 'files.id'))),
      )
      .where('name', 'like', '%.webp')
      .execute();
    expect(unused).toEqual([]);
    expect(await findings()).toEqual({});
  });

  it('that is a scan is recognised from its image, with its page', async () => {
    const id = await through('scan.pdf', await makeScan(path.join(engines, 'ocr/fixtures/sheet.png')));
    const works = await worksOf(id);
    expect(works).toMatchObject({ convert: { state: 'done' }, ocr: { state: 'done' } });
    expect(works.ocr?.confidence).toBeGreaterThan(0.8);
    const read = await textOf(id, 'ocr');
    expect(read.lines.length).toBeGreaterThan(1);
    expect(read.lines.every((entry) => entry.page === 1 && entry.box !== undefined)).toBe(true);
    expect(read.text).toMatch(/[a-z]{4,}/i);
    expect(read.text).toMatch(/\p{Script=Han}{2,}/u);
  });

  it('whose images have no text fails if it has no other text', async () => {
    const noise = { width: 600, height: 800, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 20 } } as const;
    const picture = await sharp({ create: { ...noise, background: '#777' } })
      .blur(4)
      .png()
      .toBuffer();
    const bare = await through('bare.pdf', await makeScan(picture));
    expect((await worksOf(bare)).ocr).toMatchObject({ state: 'failed', causeCode: 'noText' });
    const mixed = await through('mixed.pdf', await makeScan(picture, 'Mosses grow without roots'));
    expect((await worksOf(mixed)).ocr).toMatchObject({ state: 'done', causeCode: 'noText' });
    expect(await resourceOf(mixed)).toMatchObject({ has_text: true, work_failed: false });
  });

  it('with text on some pages is recognised on the others', async () => {
    const id = await through('text.pdf', makePdf([{ content: line('Gravity pulls the apple down', 60, 700) }]));
    expect(await worksOf(id)).toMatchObject({ convert: { state: 'done' }, ocr: { state: 'skipped' } });
    expect((await textOf(id, 'document')).text).toContain('Gravity pulls the apple down');
    const everything = { params: { id, kind: 'ocr' as const }, body: { options: { allPages: true } } };
    await test.call(runStep, everything, { as: test.admin });
    await untilOver(id);
    expect((await textOf(id, 'ocr')).text).toContain('Gravity pulls the apple down');
  });

  it('with empty pages fails and says so', async () => {
    const id = await through('blank.pdf', makePdf([{ content: '' }]));
    expect((await worksOf(id)).convert).toMatchObject({ state: 'failed', causeCode: 'empty', tries: 1 });
  });
});

describe('an image', () => {
  it('is recognised with the position of every line', async () => {
    const id = await through('sheet.png', await readFile(path.join(engines, 'ocr/fixtures/sheet.png')));
    const works = await worksOf(id);
    expect(Object.keys(works).sort()).toEqual(['inspect', 'ocr', 'scan', 'summarise']);
    expect(works.ocr).toMatchObject({ state: 'done', tries: 1 });
    const { lines } = await textOf(id, 'ocr');
    expect(lines[0]?.box?.every((value) => value >= 0 && value <= 1)).toBe(true);
    expect(lines[0]?.words?.length).toBeGreaterThan(0);
  });

  it('follows the glossary in its language only, and the log says how often', async () => {
    onTestFinished(async () => {
      await test.db.deleteFrom('glossary_terms').execute();
    });
    const sheet = sharp(path.join(engines, 'ocr/fixtures/sheet.png'));
    const plain = await through('plain.png', await sheet.png({ compressionLevel: 2 }).toBuffer());
    const { lines, reading } = await textOf(plain, 'ocr');
    const word =
      lines.flatMap((entry) => entry.words ?? []).find(({ text }) => /^[A-Za-z]{5,}$/.test(text))?.text ?? '';
    const language = reading.language === 'zh' ? 'en' : 'zh';
    await test.call(createGlossaryTerm, { body: { wrong: word, right: 'Foreign', language } }, { as: test.admin });
    await test.call(createGlossaryTerm, { body: { wrong: word, right: 'Quokka' } }, { as: test.admin });
    const id = await through('terms.png', await sheet.png({ compressionLevel: 3 }).toBuffer());
    const read = await textOf(id, 'ocr');
    expect([read.text.includes('Quokka'), read.text.includes('Foreign')]).toEqual([true, false]);
    const found = read.lines.flatMap((entry) => entry.words ?? []).find(({ text }) => text === 'Quokka');
    const before = lines.flatMap((entry) => entry.words ?? []).find(({ text }) => text === word);
    expect(found?.box).toEqual(before?.box);
    expect(read.reading.options).toMatchObject({ glossary: [{ wrong: word, right: 'Quokka' }] });
    const { data } = await test.call(listResourceWork, { params: { id } }, { as: test.admin });
    const log = data.find(({ work }) => work.kind === 'ocr')?.log ?? '';
    expect(log).toMatch(new RegExp(`Glossary: “${word}” became “Quokka” (once|\\d+ times)\\.`));
  });

  it('can be re-read in one area, and exported as a PDF with searchable words', async () => {
    const sheet = sharp(path.join(engines, 'ocr/fixtures/sheet.png'));
    const id = await through('part.png', await sheet.png({ compressionLevel: 1 }).toBuffer());
    const before = await textOf(id, 'ocr');
    const [left = 0, top = 0, width = 0, height = 0] = before.lines[1]?.box ?? [];
    const box = [left - 0.02, top - 0.01, width + 0.04, height + 0.02].map((value) => Math.min(1, Math.max(0, value)));
    await rerun(id, { region: box.map((value) => value.toFixed(4)).join(',') });
    const after = await textOf(id, 'ocr');
    expect(after.reading).toMatchObject({ number: 2, origin: 'machine', current: true });
    const others = (lines: typeof before.lines) => lines.filter((_, at) => at !== 1).map((entry) => entry.box);
    expect(others(after.lines)).toEqual(others(before.lines));
    const beyond = { params: { id, kind: 'ocr' as const }, body: { options: { region: '2,0,1,1' } } };
    expect((await test.call(runStep, beyond, { as: test.admin })).failure.status).toBe(422);
    const rowId = (await worksOf(id)).ocr?.id ?? '';
    await test.call(
      startOperation,
      { body: { list: 'ocr', action: 'run', selection: { ids: [rowId] } } },
      { as: test.admin },
    );
    await eventually(async () => expect((await worksOf(id)).ocr?.options).toEqual({}));
    await untilOver(id);
    const url = pathOf(exportReading).replace(':id', id).replace(':source', 'ocr');
    const headers = { cookie: cookieHeader(test.admin.cookies) };
    const answer = await test.app.inject({ url: `${url}?format=pdf`, headers });
    expect(answer.headers['content-type']).toBe('application/pdf');
    const input = answer.rawPayload;
    const said = execFileSync('pdftotext', ['-', '-'], { input }).toString();
    expect(said.replace(/\s+/g, '')).toContain((before.lines[0]?.text ?? '?').replace(/\s+/g, ''));
    await writeFile(path.join(folder, 'part.pdf'), input);
    const shown = execFileSync('pdfimages', ['-list', path.join(folder, 'part.pdf')]).toString();
    expect(shown).toMatch(/jpeg/);
  });

  it('without text is done and says so, so photographs need no attention', async () => {
    const plain = sharp({ create: { width: 300, height: 200, channels: 3, background: '#487' } });
    const id = await through('plain.png', await plain.png().toBuffer());
    const done = { state: 'done', cause: 'No text was found.', causeCode: 'noText', engine: expect.any(String) };
    expect((await worksOf(id)).ocr).toMatchObject(done);
    expect(await resourceOf(id)).toMatchObject({ state: 'ready', has_text: false, work_failed: false });
    const query = { tab: 'attention', search: 'plain' };
    const { data } = await test.call(listWork, { query }, { as: test.admin });
    expect(data.rows).toEqual([]);
  });

  it('that someone corrected is never overwritten: a second run waits beside it', async () => {
    const bill = sharp(path.join(engines, 'ocr/fixtures/bill.png'));
    const id = await through('edited.png', await bill.png({ compressionLevel: 1 }).toBuffer());
    await test.db.updateTable('readings').set({ origin: 'edited' }).where('resource_id', '=', id).execute();
    const passages = await passagesOf(id);
    await rerun(id);
    expect((await readingsOf(id)).map(({ number, origin, current }) => [number, origin, current])).toEqual([
      [1, 'edited', true],
      [2, 'machine', false],
    ]);
    expect((await worksOf(id)).ocr).toMatchObject({ state: 'done', check: 'needsCheck' });
    expect(await passagesOf(id)).toBe(passages);
  });

  it('that is copied or restored keeps its text, and nothing runs twice', async () => {
    const id = await through('read.png', await readFile(path.join(engines, 'ocr/fixtures/bill.png')));
    const { text } = await textOf(id, 'ocr');
    const first = await resourceOf(id);
    const plain = sharp({ create: { width: 200, height: 200, channels: 3, background: '#fff' } });
    await rule('ocr', false);
    await client.upload('read.png', await plain.png().toBuffer(), { replacesId: id });
    await untilOver(id);
    await rule('ocr', true);
    // The new file hasn't been read yet: the old text is shown as out of date and is no longer searchable.
    expect((await textOf(id, 'ocr')).reading).toMatchObject({ stale: true, current: true, versionNumber: 1 });
    expect([await passagesOf(id), (await resourceOf(id)).has_text]).toEqual([0, false]);
    await rerun(id);
    expect((await readingsOf(id)).map(({ current, stale }) => [current, stale])).toEqual([[false, true]]);
    const before = await resourceOf(id);
    const body = { version: before.version };
    await test.call(restoreVersion, { params: { id, versionId: String(first.version_id) }, body }, { as: test.admin });
    const restored = await textOf(id, 'ocr');
    expect(restored.text).toBe(text);
    expect(restored.reading).toMatchObject({ stale: false, versionNumber: 3, origin: 'machine' });
    expect((await worksOf(id)).ocr).toMatchObject({ state: 'done', versionNumber: 3 });
    expect(await passagesOf(id)).toBeGreaterThan(0);
    const input = { libraryId: schoolLibrary, folderId: null };
    const wanted = { list: 'resource', action: 'copy', selection: { ids: [id] }, input };
    const { data: operation } = await test.call(startOperation, { body: wanted }, { as: test.admin });
    const copy = await eventually(async () => {
      const { data } = await test.call(getOperation, { params: { id: operation.id } }, { as: test.admin });
      expect(data.state).toBe('done');
      return test.db
        .selectFrom('resources')
        .selectAll()
        .where('title', '=', first.title)
        .where('id', '!=', id)
        .executeTakeFirstOrThrow();
    });
    expect((await textOf(copy.id, 'ocr')).text).toBe(text);
    expect(await resourceOf(copy.id)).toMatchObject({ state: 'ready', has_text: true, work_failed: false });
    expect((await worksOf(copy.id)).ocr).toMatchObject({ state: 'done', tries: 1 });
    expect(await findings()).toEqual({});
  });
});
