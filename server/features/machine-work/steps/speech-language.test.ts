import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createGlossaryTerm } from '@lectern/contract/features/glossary.ts';
import { listLibraries, updateLibrary } from '@lectern/contract/features/library.ts';
import { getWorkOverview, listAsr, listResourceWork, runStep } from '@lectern/contract/features/machine-work.ts';
import { getOperation, startOperation } from '@lectern/contract/features/operation.ts';
import { exportReading, getReading, listReadings } from '@lectern/contract/features/reading.ts';
import { checkReading } from '@lectern/contract/features/reading-edit.ts';
import { getResource, type ResourceFields, updateResource } from '@lectern/contract/features/resource.ts';
import { searchPassages } from '@lectern/contract/features/search.ts';
import { listResourceSubtitles } from '@lectern/contract/features/subtitle.ts';
import { moveSubtitle } from '@lectern/contract/features/subtitle-change.ts';
import { getSummary } from '@lectern/contract/features/summary.ts';
import { approveSummary, publishSummary } from '@lectern/contract/features/summary-change.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { pathOf } from '../../../platform/http/mount-endpoints.ts';
import { eventually } from '../../../testing/eventually.ts';
import { cookieHeader, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { schoolLibrary, UploadClient } from '../../../testing/upload-client.ts';
import { runChecks } from '../../verify/run-checks.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 60_000 });

type Language = ResourceFields['language'];
const fixtures = path.join(import.meta.dirname, '../../../engines/speech/fixtures');
let test: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-language-'));
  test = await startTestApp();
  await test.container.worker.start();
});
afterAll(async () => {
  await test.container.worker.stop();
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

/** Uploads a fixture's voice with a picture and waits for all steps. */
async function film(voice: string, language: Language): Promise<string> {
  const file = path.join(folder, `${voice}.mp4`);
  const picture = ['-f', 'lavfi', '-i', 'color=c=gray:size=160x120:rate=5'];
  const sound = ['-i', path.join(fixtures, voice)];
  const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-shortest'];
  // Makes the bytes unique, because an upload of existing bytes would wait for a decision.
  const comment = ['-metadata', `comment=${randomUUID()}`];
  execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...picture, ...sound, ...coded, ...comment, file]);
  const sent = await new UploadClient(test).upload(path.basename(file), await readFile(file), { language });
  const row = await test.db.selectFrom('uploads').select('resource_id').where('id', '=', sent.id).executeTakeFirst();
  await untilOver(String(row?.resource_id));
  return String(row?.resource_id);
}

async function worksOf(id: string) {
  const { data } = await test.call(listResourceWork, { params: { id } }, { as: test.admin });
  return Object.fromEntries(data.map(({ work }) => [work.kind, work]));
}

async function untilOver(id: string): Promise<void> {
  await eventually(async () => {
    const states = Object.values(await worksOf(id)).map((work) => work.state);
    expect(states.filter((state) => ['pending', 'queued', 'running'].includes(state))).toEqual([]);
  }, 500_000);
}

async function setLanguage(id: string, language: Language): Promise<void> {
  const { data } = await test.call(getResource, { params: { id } }, { as: test.admin });
  await test.call(updateResource, { params: { id }, body: { language, version: data.version } }, { as: test.admin });
  await untilOver(id);
}

async function passagesOf(id: string): Promise<string[]> {
  const rows = await test.db.selectFrom('passages').select('source').where('resource_id', '=', id).execute();
  return [...new Set(rows.map(({ source }) => source))].filter((source) => source !== 'title').sort();
}

async function tracksOf(id: string) {
  const { data } = await test.call(listResourceSubtitles, { params: { id } }, { as: test.admin });
  return data.tracks;
}

async function currentOf(id: string) {
  const { data } = await test.call(listReadings, { params: { id } }, { as: test.admin });
  return data.find(({ current }) => current);
}

async function activitiesOn(id: string): Promise<string[]> {
  const rows = await test.db.selectFrom('activities').select('action').where('object_id', '=', id).execute();
  return rows.map(({ action }) => action);
}

/** Problems that the self-check finds in the stored data. */
async function findings(): Promise<string[]> {
  const verified = await runChecks(test.db, test.container.services.fileStore, { checksums: false });
  return verified.filter(({ count }) => count > 0).map(({ what }) => what);
}

it('waits for its language, runs when one is set, and is retracted for an unknown one', async () => {
  // Long enough that the lecture gets a summary.
  const right = 'gravity, the force that pulls every object toward the centre of the Earth';
  await test.call(createGlossaryTerm, { body: { wrong: 'gravity', right } }, { as: test.admin });
  const id = await film('lecture.ogg', null);
  const waiting = {
    state: 'skipped',
    causeCode: 'languageNotDeclared',
    cause: expect.stringContaining('Set the language'),
  };
  expect(await worksOf(id)).toMatchObject({
    asr: waiting,
    subtitle: { state: 'skipped' },
    summarise: { state: 'skipped' },
  });
  expect(await currentOf(id)).toBeUndefined();
  const todo = await test.call(listAsr, { query: { tab: 'todo' } }, { as: test.admin });
  expect(todo.data.rows).toMatchObject([{ causeCode: 'languageNotDeclared' }]);
  const overview = await test.call(getWorkOverview, {}, { as: test.admin });
  expect(overview.data.causes).toContainEqual(
    expect.objectContaining({ kind: 'asr', cause: 'languageNotDeclared', count: 1 }),
  );

  await setLanguage(id, 'en');
  expect(await worksOf(id)).toMatchObject({
    asr: { state: 'done', language: 'en' },
    subtitle: { state: 'done' },
    summarise: { state: 'done' },
  });
  expect(await currentOf(id)).toMatchObject({ origin: 'machine', withheld: false });
  const [track] = await tracksOf(id);
  expect(track).toMatchObject({ language: 'en', state: 'auto' });
  const publish = { move: 'publish', version: track?.version ?? 0 } as const;
  await test.call(moveSubtitle, { params: { id: track?.id ?? '' }, body: publish }, { as: test.admin });
  for (const endpoint of [approveSummary, publishSummary]) {
    const { data: head } = await test.call(getSummary, { params: { id } }, { as: test.admin });
    const body = { version: head.version, summaryId: head.current?.id ?? '' };
    expect((await test.call(endpoint, { params: { id }, body }, { as: test.admin })).http).toBe(200);
  }
  expect(await passagesOf(id)).toContain('speech');
  expect(await passagesOf(id)).toContain('summary');

  await setLanguage(id, 'fr');
  expect(await worksOf(id)).toMatchObject({
    asr: { state: 'skipped', causeCode: 'languageNotSupported', language: null, confidence: null },
    subtitle: { state: 'skipped' },
    summarise: { state: 'skipped' },
  });
  expect(await currentOf(id)).toBeUndefined();
  expect(await tracksOf(id)).toEqual([]);
  expect(await passagesOf(id)).toEqual([]);
  const { data: summary } = await test.call(getSummary, { params: { id } }, { as: test.admin });
  expect(summary).toMatchObject({ state: 'approved', stale: true, published: null });
  expect(await activitiesOn(id)).toEqual(
    expect.arrayContaining(['reading.retracted', 'subtitle.retracted', 'summary.retracted']),
  );
  expect(await findings()).toEqual([]);
});

it('waits for its language, and is recognised when its library gets one', async () => {
  const id = await film('lecture.ogg', null);
  expect(await worksOf(id)).toMatchObject({ asr: { state: 'skipped', causeCode: 'languageNotDeclared' } });
  const setDefault = async (defaultLanguage: Language) => {
    const { data } = await test.call(listLibraries, {}, { as: test.admin });
    const version = data.find((library) => library.id === schoolLibrary)?.version ?? 0;
    const request = { params: { id: schoolLibrary }, body: { defaultLanguage, version } };
    expect((await test.call(updateLibrary, request, { as: test.admin })).http).toBe(200);
  };
  await setDefault('en');
  await untilOver(id);
  expect(await worksOf(id)).toMatchObject({ asr: { state: 'done', language: 'en' }, subtitle: { state: 'done' } });
  expect(await passagesOf(id)).toContain('speech');
  expect(await activitiesOn(id)).toContain('work.run');
  await setDefault(null);
});

it('that sounds like another language stays out of everything until someone says that it is right', async () => {
  const id = await film('dutch.ogg', 'en');
  const works = await worksOf(id);
  expect(works).toMatchObject({
    asr: { state: 'done', language: 'en', check: 'needsCheck' },
    subtitle: { state: 'skipped', causeCode: 'textNotConfirmed' },
    summarise: { state: 'skipped', causeCode: 'textNotConfirmed' },
  });
  const params = { id, source: 'speech' as const };
  const { data } = await test.call(getReading, { params }, { as: test.admin });
  expect(data.reading).toMatchObject({ withheld: true, current: true });
  const said = data.parts.flatMap(({ lines }) => lines.map(({ text }) => text)).join(' ');
  const [word = ''] = said.match(/\p{L}{4,}/u) ?? [];
  const find = async () =>
    (await test.call(searchPassages, { query: { text: word, sources: 'speech' } }, { as: test.admin })).data;
  expect(await find()).toEqual([]);
  expect(await passagesOf(id)).toEqual([]);
  const file = () =>
    test.app.inject({
      url: `${pathOf(exportReading).replace(':id', id).replace(':source', 'speech')}?format=txt`,
      headers: { cookie: cookieHeader(test.admin.cookies) },
    });
  expect((await file()).statusCode).toBe(409);
  expect(await findings()).toEqual([]);

  const check = (checked: boolean) =>
    test.call(checkReading, { params, body: { readingId: data.reading.id, checked } }, { as: test.admin });
  expect((await check(true)).data).toMatchObject({ withheld: false });
  await untilOver(id);
  expect((await worksOf(id)).subtitle).toMatchObject({ state: 'done' });
  expect(await find()).toHaveLength(1);
  expect(await tracksOf(id)).toMatchObject([{ language: 'en', state: 'auto' }]);
  expect((await file()).statusCode).toBe(200);
  await eventually(async () => {
    const wishes = await test.db.selectFrom('sensitive_scan_wishes').select('resource_id').execute();
    expect(wishes.map(({ resource_id }) => resource_id)).not.toContain(id);
  });

  expect((await check(false)).data).toMatchObject({ withheld: true });
  await untilOver(id);
  expect(await find()).toEqual([]);
  expect(await tracksOf(id)).toEqual([]);
  expect(await findings()).toEqual([]);
});

it('without a word in that language says so, and runs again after a bulk change of language', async () => {
  const id = await film('mandarin.ogg', 'en');
  const skipped = { state: 'skipped', causeCode: 'otherLanguage', cause: expect.stringContaining('English') };
  expect((await worksOf(id)).asr).toMatchObject(skipped);
  const wanted = { list: 'resource', action: 'edit', selection: { ids: [id] }, input: { language: 'zh' } };
  const started = await test.call(startOperation, { body: wanted }, { as: test.admin });
  await eventually(async () => {
    const { data } = await test.call(getOperation, { params: { id: started.data.id } }, { as: test.admin });
    expect(data.state).toBe('done');
  });
  await untilOver(id);
  expect((await worksOf(id)).asr).toMatchObject({ state: 'skipped', causeCode: 'languageNotSupported' });
  const again = { params: { id, kind: 'asr' as const }, body: { options: { language: 'en' as const } } };
  expect((await test.call(runStep, again, { as: test.admin })).http).toBe(202);
  await untilOver(id);
  expect((await worksOf(id)).asr).toMatchObject(skipped);
});
