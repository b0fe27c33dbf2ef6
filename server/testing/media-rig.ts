import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const tone = (seconds: number) => ['-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=44100:duration=${seconds}`];
const picture = (seconds: number) => ['-f', 'lavfi', '-i', `testsrc2=size=64x48:rate=10:duration=${seconds}`];

/** Generates a film or sound file with a continuous tone; in a film the tone starts after half a second. */
export async function makeMedia(name: 'tone.flac' | 'film.mp4', seconds: number): Promise<Buffer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-media-'));
  try {
    const file = path.join(folder, name);
    const film = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-movflags', '+faststart'];
    const given =
      name === 'film.mp4'
        ? [...picture(seconds), '-itsoffset', '0.5', ...tone(seconds - 0.5), ...film, '-c:a', 'aac']
        : [...tone(seconds), '-frame_size', '65535'];
    execFileSync('ffmpeg', ['-v', 'error', '-nostdin', ...given, file]);
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Loudness from 0 to 1 in each time span, given in seconds and measured on the decoded samples. */
export async function loudness(media: Buffer, spans: readonly (readonly [number, number])[]): Promise<number[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-media-'));
  try {
    const [file, sound] = [path.join(folder, 'media'), path.join(folder, 'sound.raw')];
    await writeFile(file, media);
    const out = ['-map', '0:a:0', '-af', 'aresample=async=1:first_pts=0', '-ac', '1', '-ar', '8000', '-f', 's16le'];
    execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-i', file, ...out, sound]);
    const bytes = await readFile(sound);
    const samples = new Int16Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 2));
    return spans.map(([from, to]) => {
      const some = samples.subarray(Math.round(from * 8_000), Math.round(to * 8_000));
      return some.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0) / 32_768;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** One checksum over all decoded video frames. */
export function picturesOf(media: Buffer): string {
  const args = ['-v', 'error', '-i', 'pipe:0', '-map', '0:v:0', '-f', 'md5', '-'];
  return execFileSync('ffmpeg', args, { input: media }).toString().trim();
}
