import { open } from 'node:fs/promises';

/** The waveform: how loud it is at most, so many times a second, from 0 to 255. */
type SoundPeaks = { perSecond: number; durationSeconds: number; values: Uint8Array };

const sampleRate = 16_000;
const headerBytes = 44;
const chunkBytes = 256 * 1024;
/** A strip is a few thousand pixels wide at most; zoomed in, a fifth of a syllable is as fine as anybody needs it. */
const mostValues = 100_000;
const finest = 50;

/** Reads a recording as `extractSound` leaves it, a piece at a time. */
export async function readPeaks(file: string): Promise<SoundPeaks> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const samples = Math.max(0, Math.floor((size - headerBytes) / 2));
    const durationSeconds = samples / sampleRate;
    const perSecond = Math.max(1, Math.min(finest, Math.floor(mostValues / Math.max(1, durationSeconds))));
    const samplesPerValue = sampleRate / perSecond;
    const values = new Uint8Array(Math.ceil(samples / samplesPerValue));
    const buffer = Buffer.alloc(chunkBytes);
    for (let sample = 0; sample < samples; ) {
      const { bytesRead } = await handle.read(buffer, 0, chunkBytes, headerBytes + sample * 2);
      const count = Math.floor(bytesRead / 2);
      if (count === 0) break;
      for (let at = 0; at < count; at += 1) {
        const loud = Math.min(255, Math.abs(buffer.readInt16LE(at * 2)) >> 7);
        const place = Math.floor((sample + at) / samplesPerValue);
        if (loud > (values[place] ?? 0)) values[place] = loud;
      }
      sample += count;
    }
    return { perSecond, durationSeconds, values };
  } finally {
    await handle.close();
  }
}
