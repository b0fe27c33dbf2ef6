import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createGlossaryTerm } from '@lectern/contract/features/glossary.ts';
import { listRenditions } from '@lectern/contract/features/reading.ts';
import { getSubtitle, listResourceSubtitles } from '@lectern/contract/features/subtitle.ts';
import { burnIn, translateSubtitle } from '@lectern/contract/features/subtitle-change.ts';
import { checkCues } from '@lectern/contract/subtitle/check-cues.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { type ModelStandIn, says, send, startModelStandIn } from '../../testing/model-stand-in.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { UploadClient } from '../../testing/upload-client.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let test: TestApp;
let stand: ModelStandIn;
let videoId: string;

/** A film with a recorded voice. */
async function makeFilm(): Promise<Buffer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-subtitle-'));
  try {
    const file = path.join(folder, 'film.mp4');
    const voice = path.join(import.meta.dirname, '../../engines/speech/fixtures/lecture.ogg');
    const picture = ['-f', 'lavfi', '-i', 'color=c=gray:size=320x240:rate=5'];
    const film = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-movflags', '+faststart'];
    execFileSync('ffmpeg', [
      '-v',
      'error',
      '-nostdin',
      ...picture,
      '-i',
      voice,
      ...film,
      '-c:a',
      'aac',
      '-shortest',
      file,
    ]);
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function onlyTrack() {
  const { data } = await test.call(listResourceSubtitles, { params: { id: videoId } }, { as: test.admin });
  return data.tracks;
}

beforeAll(async () => {
  stand = await startModelStandIn(says('{}'));
  test = await startTestApp({ LECTERN_LANGUAGE_MODEL_URL: stand.origin, LECTERN_LANGUAGE_MODEL_NAME: 'stand-in-1' });
  await test.container.worker.start();
  const sent = await new UploadClient(test).upload('film.mp4', await makeFilm(), { language: 'en' });
  await eventually(async () => {
    const row = await test.db.selectFrom('uploads').select('resource_id').where('id', '=', sent.id).executeTakeFirst();
    videoId = String(row?.resource_id);
    expect(await onlyTrack()).toHaveLength(1);
  }, 200_000);
});
afterAll(async () => {
  await test.container.worker.stop();
  await test.close();
  await stand.close();
});

it('a real voice gets subtitles without a single problem', async () => {
  const [track] = await onlyTrack();
  expect(track).toMatchObject({ language: 'en', state: 'auto', origin: 'machine', problems: 0, stale: false });
  const { data } = await test.call(getSubtitle, { params: { id: track?.id ?? '' } }, { as: test.admin });
  expect(data.cues.length).toBeGreaterThan(1);
  expect(checkCues(data.cues)).toEqual([]);
});

it('they are put into the picture on request', async () => {
  const [track] = await onlyTrack();
  const params = { id: track?.id ?? '' };
  const asked = await test.call(burnIn, { params, body: {} }, { as: test.admin });
  expect(asked.http).toBe(202);
  const again = await test.call(burnIn, { params, body: {} }, { as: test.admin });
  expect(again.data.jobId).toBe(asked.data.jobId);
  await eventually(async () => {
    const { data } = await test.call(getSubtitle, { params }, { as: test.admin });
    expect(data.burnedIn).toMatchObject({ state: 'done', number: 1 });
  });
  const { data: made } = await test.call(listRenditions, { params: { id: videoId } }, { as: test.admin });
  expect(made.find(({ kind }) => kind === 'burned')?.facts).toMatchObject({ language: 'en', number: 1 });
});

it('they are translated by the operator’s model, whose nonsense fails with a cause', async () => {
  const english = (await onlyTrack()).find(({ language }) => language === 'en');
  const params = { id: english?.id ?? '' };
  stand.says(says('{"lines":[{"n":1,"text":"只有一行"}]}'));
  await test.call(translateSubtitle, { params, body: { language: 'zh' } }, { as: test.admin });
  await eventually(async () => {
    const { data } = await test.call(getSubtitle, { params }, { as: test.admin });
    expect(data.translation).toMatchObject({ state: 'failed' });
    expect(data.translation?.cause).toContain('language model');
  });
  expect(await onlyTrack()).toHaveLength(1);
  const term = { wrong: '光合做用', right: '光合作用', language: 'zh' } as const;
  await test.call(createGlossaryTerm, { body: term }, { as: test.admin });
  stand.says((request, response) => {
    const { subtitles } = JSON.parse(request.body.messages.at(-1)?.content ?? '') as { subtitles: { n: number }[] };
    const lines = subtitles.map(({ n }) => ({ n, text: n === 1 ? '光合做用' : `第${n}句` }));
    const choices = [{ message: { content: JSON.stringify({ lines }) } }];
    send(response, 200, { model: 'stand-in-1', choices });
  });
  await test.call(translateSubtitle, { params, body: { language: 'zh' } }, { as: test.admin });
  await eventually(async () => {
    const chinese = (await onlyTrack()).find(({ language }) => language === 'zh');
    expect(chinese).toMatchObject({ state: 'auto', origin: 'translated', cues: english?.cues });
    const { data } = await test.call(getSubtitle, { params: { id: chinese?.id ?? '' } }, { as: test.admin });
    expect(data.cues[0]?.text).toBe('光合作用');
  });
});
