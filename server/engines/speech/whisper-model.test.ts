import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EngineMissing } from '../engine-failure.ts';
import { checkBundledModel, findWhisperModel } from './whisper-model.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'lectern-models-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** The header of a whisper.cpp model: size of the vocabulary, encoder and decoder layers, and mel bands. */
async function model(name: string, head: { words: number; listeners: number; readers: number; bands: number }) {
  const bytes = Buffer.alloc(64);
  bytes.write('lmgg', 'latin1');
  bytes.writeInt32LE(head.words, 4);
  bytes.writeInt32LE(head.listeners, 20);
  bytes.writeInt32LE(head.readers, 36);
  bytes.writeInt32LE(head.bands, 40);
  const file = path.join(root, name);
  await writeFile(file, bytes);
  return findWhisperModel(file);
}

describe('a model', () => {
  test('that is bundled knows English and has the right checksum', async () => {
    const bundled = await findWhisperModel();
    expect(bundled).toMatchObject({ name: 'base.en', languages: ['en'], alignment: { dtw_aheads_preset: 5 } });
    await expect(checkBundledModel(bundled)).resolves.toBeUndefined();
  });

  test('that was damaged on its way is not used', async () => {
    const other = await model('ggml-base.en.bin', { words: 51_864, listeners: 6, readers: 6, bands: 80 });
    await expect(checkBundledModel(other)).rejects.toThrow(EngineMissing);
  });

  test('of the operator’s has its languages and alignment read from its header', async () => {
    const turbo = await model('ggml-large-v3-turbo.bin', { words: 51_866, listeners: 32, readers: 4, bands: 128 });
    expect(turbo).toMatchObject({ name: 'large-v3-turbo', alignment: { dtw_aheads_preset: 14 } });
    expect(turbo.languages).toEqual(expect.arrayContaining(['en', 'zh', 'de', 'yue']));
    const small = await model('ggml-small.bin', { words: 51_865, listeners: 12, readers: 12, bands: 80 });
    expect(small.alignment.dtw_aheads_preset).toBe(8);
    const distilled = await model('ggml-distil.bin', { words: 51_865, listeners: 32, readers: 2, bands: 80 });
    expect(distilled.alignment).toEqual({ dtw_aheads_preset: 1, dtw_n_top: 1 });
  });

  test('that is no model is not taken for one', async () => {
    const file = path.join(root, 'text.bin');
    await writeFile(file, 'nothing of the kind');
    await expect(findWhisperModel(file)).rejects.toThrow(EngineMissing);
    await expect(findWhisperModel(path.join(root, 'absent.bin'))).rejects.toThrow(/put a model of whisper\.cpp at/);
  });
});
