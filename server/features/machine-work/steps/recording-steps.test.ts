import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createGlossaryTerm } from '@lectern/contract/features/glossary.ts';
import { runStep } from '@lectern/contract/features/machine-work.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { stepsRig } from '../../../testing/steps-rig.ts';
import { startTestApp } from '../../../testing/test-app.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const engines = path.join(import.meta.dirname, '../../../engines');
const test = await startTestApp();
const { worksOf, through, untilOver, textOf, readingsOf, renditionsOf, findings } = stepsRig(test);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-recordings-'));
  await test.container.worker.start();
});
afterAll(async () => {
  await test.container.worker.stop();
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a recording', () => {
  const made = async (name: string, ...args: string[]) => {
    const file = path.join(folder, name);
    execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args, file]);
    return readFile(file);
  };

  it('is made playable, gets pictures and a waveform, and its words have their seconds', async () => {
    const lecture = path.join(engines, 'speech/fixtures/lecture.ogg');
    const film = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=10', '-i', lecture, '-shortest'];
    const bytes = await made(
      'lecture.mkv',
      ...film,
      '-c:v',
      'libx264',
      '-g',
      '10',
      '-pix_fmt',
      'yuv420p',
      '-c:a',
      'aac',
    );
    const term = { wrong: 'photosynthesis', right: 'Photosynthesis (PS)' };
    await test.call(createGlossaryTerm, { body: term }, { as: test.admin });
    const id = await through('lecture.mkv', bytes, 'en');
    const works = await worksOf(id);
    expect(works).toMatchObject({ convert: { state: 'done' }, asr: { state: 'done', language: 'en' } });
    expect(await renditionsOf(id)).toEqual(['peaks 0', 'poster 0', 'sprite 0', 'thumbnail 0', 'video 0']);
    const { lines, text } = await textOf(id, 'speech');
    expect(text).toContain('Photosynthesis (PS)');
    expect((await readingsOf(id))[0]?.options).toMatchObject({ glossary: [{ ...term, count: expect.any(Number) }] });
    const words = lines.flatMap((entry) => entry.words ?? []);
    const second = words.find((word) => word.text.startsWith('second'));
    expect(Math.abs((second?.startMs ?? 0) - 15_300)).toBeLessThan(700);
    expect(await findings()).toEqual({});
  });

  it('without speech fails and says so', async () => {
    const id = await through(
      'tone.mp3',
      await made('tone.mp3', '-f', 'lavfi', '-i', 'sine=frequency=440:duration=6'),
      'en',
    );
    const { asr } = await worksOf(id);
    expect(asr).toMatchObject({
      state: 'failed',
      causeCode: 'noSpeech',
      engine: expect.stringMatching(/^whisper\.cpp \d/),
    });
    expect([asr?.waitSeconds, asr?.runSeconds].every((seconds) => Number(seconds) >= 0)).toBe(true);
  });

  it('without sound or in an unknown language is skipped with the reason, until another language is set', async () => {
    const silent = ['-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=5:duration=2', '-c:v', 'libx264'];
    const mute = await through('mute.mp4', await made('mute.mp4', ...silent, '-pix_fmt', 'yuv420p'));
    expect((await worksOf(mute)).asr).toMatchObject({ state: 'skipped', causeCode: 'noSound' });
    const lecture = await readFile(path.join(engines, 'speech/fixtures/lecture.ogg'));
    const id = await through('foreign.ogg', lecture, 'fr');
    const skipped = { state: 'skipped', causeCode: 'languageNotSupported', cause: expect.stringContaining('French') };
    expect((await worksOf(id)).asr).toMatchObject(skipped);
    const again = { params: { id, kind: 'asr' as const }, body: { options: { language: 'en' } } };
    expect((await test.call(runStep, again, { as: test.admin })).http).toBe(202);
    await untilOver(id);
    expect((await worksOf(id)).asr).toMatchObject({ state: 'done', language: 'en', options: { language: 'en' } });
  });
});
