import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { runSandboxed } from '../../testing/landlock-sandbox.ts';
import { runningCommands } from '../../testing/running-commands.ts';
import { EngineMissing } from '../engine-failure.ts';
import { createSpeechEngine } from './create-speech-engine.ts';
import { makeWav } from './fixtures/make-wav.ts';
import { LanguageNotSupported, type SpeechJob, type SpokenSegment } from './port.ts';

vi.setConfig({ testTimeout: 120_000 });

const engine = createSpeechEngine(runSandboxed, {});
let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'lectern-speech-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

function listen(source: string, change: Partial<SpeechJob> = {}) {
  return engine.transcribe({ source, folder: root, language: 'en', signal: new AbortController().signal, ...change });
}

const runningOn = (source: string): string => runningCommands(source).join('\n');

describe('the bundled speech engine', () => {
  test('transcribes speech, with each word at its second', async () => {
    const source = await makeWav(root, { fixture: 'lecture.ogg' });
    const [heard, progress]: [SpokenSegment[], number[]] = [[], []];
    const {
      language,
      segments,
      languageDoubt,
      engine: used,
    } = await listen(source, {
      language: 'en-GB',
      onSegment: (segment) => heard.push(segment),
      onProgress: (percent) => progress.push(percent),
    });
    expect(language).toBe('en');
    expect(languageDoubt).toBe(false);
    expect(used).toEqual({ name: 'whisper.cpp', version: '1.1.1', model: 'base.en' });
    expect(heard).toEqual(segments);
    expect(progress.at(-1)).toBe(100);

    const text = segments.map((segment) => segment.text).join(' ');
    expect(text).toMatch(/^Welcome to the lecture on photosynthesis\W+plants turn sunlight into sugar\./i);
    expect(text).toMatch(/The second chapter explains gravity\.$/);
    expect(segments.flatMap(({ suspects }) => suspects)).toEqual([]);

    const words = segments.flatMap((segment) => segment.words);
    const startOf = (wanted: string) => words.find((word) => word.text.startsWith(wanted))?.startMs ?? -1;
    expect(Math.abs(startOf('Welcome') - 1_150)).toBeLessThan(350);
    expect(Math.abs(startOf('sunlight') - 4_400)).toBeLessThan(700);
    expect(Math.abs(startOf('second') - 15_300)).toBeLessThan(400);
    expect(Math.abs(startOf('gravity') - 16_900)).toBeLessThan(700);
    for (const [at, { startMs, endMs, confidence }] of words.entries()) {
      expect(startMs).toBeGreaterThanOrEqual(words[at - 1]?.endMs ?? 0);
      expect(endMs).toBeGreaterThan(startMs);
      expect(confidence).toBeGreaterThan(0.2);
      expect(confidence).toBeLessThanOrEqual(1);
    }
  });

  test('doubts its words for Dutch, and writes none for Chinese', async () => {
    const made = await listen(await makeWav(root, { fixture: 'dutch.ogg' }));
    expect(made).toMatchObject({ language: 'en', languageDoubt: true });
    expect(made.segments.length).toBeGreaterThan(0);
    const noted = await listen(await makeWav(root, { fixture: 'mandarin.ogg' }));
    expect(noted).toMatchObject({ segments: [], languageDoubt: true });
  });

  test.each(['anullsrc=r=16000:cl=mono:d=12', 'sine=f=440:r=16000:d=12', 'anoisesrc=r=16000:c=pink:a=0.3:d=12'])(
    'writes nothing without speech: %s',
    async (generator) => {
      const { segments } = await listen(await makeWav(root, { generator }));
      expect(segments).toEqual([]);
    },
  );

  test('ends as soon as its job is cancelled', async () => {
    const source = await makeWav(root, { generator: 'sine=f=330:r=16000:d=3000' });
    const abort = new AbortController();
    const wanted = listen(source, { signal: abort.signal });
    wanted.catch(() => undefined);
    await eventually(async () => expect(runningOn(source)).not.toBe(''));
    abort.abort(new Error('given up'));
    await expect(wanted).rejects.toThrow('given up');
    await eventually(async () => expect(runningOn(source)).toBe(''));
  });

  test('does not make up English out of another language', async () => {
    const source = await makeWav(root, { generator: 'anullsrc=r=16000:cl=mono:d=1' });
    const wanted = listen(source, { language: 'zh-CN' });
    await expect(wanted).rejects.toThrow(LanguageNotSupported);
    await expect(wanted).rejects.toMatchObject({ language: 'zh-CN', supported: ['en'] });
  });

  test.each([
    ['damaged', 'damaged', Buffer.from('this is no sound at all')],
    [
      'cut off within its head',
      'damaged',
      Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00', 'latin1'),
    ],
    ['empty', 'damaged', Buffer.alloc(0)],
  ])('reports a file that is %s', async (name, code, content) => {
    const source = path.join(root, `${name}.wav`);
    await writeFile(source, content);
    await expect(listen(source)).rejects.toMatchObject({ name: 'InspectionFailure', code });
  });

  test('reports what is missing if the operator’s model isn’t there', async () => {
    const other = createSpeechEngine(runSandboxed, { models: { zh: path.join(root, 'ggml-large-v3.bin') } });
    await expect(other.describe()).rejects.toThrow(EngineMissing);
    const sherpa = createSpeechEngine(runSandboxed, { models: { zh: root } });
    await expect(sherpa.describe()).rejects.toMatchObject({ install: expect.stringContaining('sherpa-onnx-node') });
  });
});
