import { type FileHandle, open } from 'node:fs/promises';
import type { ChildFailure, SpeechWindow } from './child-messages.ts';

/** Sample rate of audio passed to engines, in Hz. */
export const sampleRate = 16_000;

export const samplesOf = (ms: number): number => Math.round((ms * sampleRate) / 1000);

export const millisecondsOf = (samples: number): number => Math.round((samples * 1000) / sampleRate);

/** Read in pieces, because a three-hour recording is 350 MB. */
export type WavFile = {
  /** Number of samples. */
  length: number;
  /** Samples from −1 to 1; returns fewer than requested only at the end. */
  read(start: number, count: number): Promise<Float32Array>;
  close(): Promise<void>;
};

export class UnreadableSound extends Error {
  readonly code: ChildFailure;

  constructor(code: ChildFailure, detail: string) {
    super(detail);
    this.name = 'UnreadableSound';
    this.code = code;
  }
}

/** Real headers are short; searching further would only serve crafted files. */
const headerBytes = 65_536;

export async function openWav(file: string): Promise<WavFile> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const head = Buffer.alloc(Math.min(size, headerBytes));
    await handle.read(head, 0, head.length, 0);
    const { start, bytes } = findSound(head, size);
    if (bytes < 2) throw new UnreadableSound('empty', 'no samples');
    return readable(handle, start, Math.floor(bytes / 2));
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function readable(handle: FileHandle, start: number, length: number): WavFile {
  return {
    length,
    async read(from, count) {
      const wanted = Math.max(0, Math.min(count, length - from));
      const bytes = Buffer.alloc(wanted * 2);
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, start + from * 2);
      const samples = new Float32Array(bytesRead >> 1);
      for (let at = 0; at < samples.length; at += 1) samples[at] = bytes.readInt16LE(at * 2) / 32_768;
      return samples;
    },
    close: () => handle.close(),
  };
}

function findSound(head: Buffer, size: number): { start: number; bytes: number } {
  if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE') {
    throw new UnreadableSound('damaged', 'not a WAV file');
  }
  let known = false;
  for (let at = 12; at + 8 <= head.length; ) {
    const kind = head.toString('latin1', at, at + 4);
    const length = head.readUInt32LE(at + 4);
    if (kind === 'fmt ' && at + 24 <= head.length) {
      checkFormat(head, at + 8);
      known = true;
    }
    if (kind === 'data') {
      if (!known) throw new UnreadableSound('damaged', 'sound before its format');
      // Streamed or truncated files state a wrong length, so it is capped to what the file holds.
      return { start: at + 8, bytes: Math.min(length || size, size - at - 8) };
    }
    at += 8 + length + (length % 2);
  }
  throw new UnreadableSound('damaged', 'no sound in the file');
}

function checkFormat(head: Buffer, at: number): void {
  const format = head.readUInt16LE(at);
  const found = `format ${format}, ${head.readUInt16LE(at + 2)} channels, ${head.readUInt32LE(at + 4)} Hz, ${head.readUInt16LE(at + 14)} bits`;
  const plain = format === 1 || format === 0xfffe;
  if (plain && found.endsWith(`1 channels, ${sampleRate} Hz, 16 bits`)) return;
  throw new UnreadableSound('unsupported', found);
}

/** Engines ignore shorter audio. */
const shortest = samplesOf(1_100);

/** Concatenates the stretches of a window. */
export async function windowSound({ stretches }: SpeechWindow, wav: WavFile): Promise<Float32Array> {
  const length = stretches.reduce((sum, { start, end }) => sum + end - start, 0);
  const samples = new Float32Array(Math.max(shortest, length));
  let at = 0;
  for (const { start, end } of stretches) {
    samples.set(await wav.read(start, end - start), at);
    at += end - start;
  }
  return samples;
}
