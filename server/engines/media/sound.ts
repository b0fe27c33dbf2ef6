import { open } from 'node:fs/promises';
import path from 'node:path';
import { type MediaJob, runFfmpeg, timeFor } from './run-ffmpeg.ts';

const sampleRate = 16_000;
/** Keeps audio in sync when it starts late or has gaps. */
const inTime = ['-af', 'aresample=async=1:first_pts=0'];
/** Writes no metadata, so the WAV header is exactly 44 bytes. */
const bare = ['-map_metadata', '-1', '-flags', '+bitexact', '-fflags', '+bitexact'];
const bytesPerSecond = sampleRate * 2;

/** Audio as the speech engines need it: 16 kHz, mono, 16-bit. */
export async function extractSound(job: MediaJob): Promise<string> {
  const sound = path.join(job.folder, 'sound.wav');
  await runFfmpeg(job, {
    output: [
      ...['-map', '0:a:0', '-vn', '-sn', '-dn', ...bare, ...inTime, '-ac', '1', '-ar', String(sampleRate)],
      ...['-c:a', 'pcm_s16le', '-f', 'wav', '-y', sound],
    ],
    limits: {
      ...timeFor(job.durationSeconds, 1),
      memoryBytes: 2 ** 30,
      // Progress reports: a few hundred bytes twice a second.
      outputBytes: 2 ** 24,
      // If the file doesn't state its duration, at most a day is assumed.
      fileBytes: Math.ceil((Math.min(job.durationSeconds ?? 86_400, 86_400) * 1.1 + 60) * bytesPerSecond),
    },
  });
  return sound;
}

export type Span = { startMs: number; endMs: number };
type Box = 'mp4' | 'webm' | 'm4a';

/** Word times from speech recognition are slightly inaccurate. */
const marginMs = 150;
/** The length of program arguments is limited. */
const mostSpans = 1_000;
/** Audio is muted in blocks of this many samples, independent of the file's own frame size. */
const samplesAtOnce = 512;

/** A copy of a video or audio file with these spans muted. The video stream is unchanged. */
export async function silenceSpans(
  job: MediaJob & { sizeBytes: number },
  { spans, box }: { spans: readonly Span[]; box: Box },
): Promise<string> {
  const output = path.join(job.folder, `covered.${box}`);
  const sound = box === 'webm' ? ['-c:a', 'libopus', '-b:a', '128k'] : ['-c:a', 'aac', '-b:a', '128k'];
  const picture = box === 'm4a' ? ['-vn'] : ['-map', '0:v:0', '-c:v', 'copy'];
  const container = box === 'webm' ? ['-f', 'webm'] : ['-movflags', '+faststart', '-f', 'mp4'];
  await runFfmpeg(job, {
    output: [
      ...[...picture, '-map', '0:a:0', '-sn', '-dn', '-map_metadata', '-1', ...sound],
      ...[
        '-af',
        `asetnsamples=n=${samplesAtOnce}:p=0,volume=volume=0:enable='${within(spans)}'`,
        ...container,
        '-y',
        output,
      ],
    ],
    limits: {
      ...timeFor(job.durationSeconds, 2),
      memoryBytes: 2 ** 31,
      outputBytes: 2 ** 24,
      fileBytes: job.sizeBytes * 1.2 + (job.durationSeconds ?? 86_400) * 24_000 + 2 ** 24,
    },
  });
  return output;
}

type Seconds = readonly [from: number, to: number];

/** An ffmpeg time expression of limited length; if there are too many spans, the closest ones are merged. */
export function within(spans: readonly Span[]): string {
  let merged = merge(spans, 0);
  for (let gap = 0.25; merged.length > mostSpans; gap *= 2) merged = merge(spans, gap);
  return isWithin(merged);
}

function merge(spans: readonly Span[], gap: number): Seconds[] {
  const merged: Seconds[] = [];
  const wide = spans.map(
    ({ startMs, endMs }): Seconds => [
      Math.max(0, startMs - marginMs) / 1000,
      (Math.max(startMs, endMs) + marginMs) / 1000,
    ],
  );
  for (const [from, to] of wide.sort(([left], [right]) => left - right)) {
    const last = merged.at(-1);
    if (last && from <= last[1] + gap) merged[merged.length - 1] = [last[0], Math.max(last[1], to)];
    else merged.push([from, to]);
  }
  return merged;
}

/** A binary tree of conditions, so ffmpeg evaluates only a few spans per moment. */
function isWithin(spans: readonly Seconds[]): string {
  const [first] = spans;
  if (!first) return '0';
  if (spans.length === 1) return `between(t,${first[0].toFixed(3)},${first[1].toFixed(3)})`;
  const middle = Math.ceil(spans.length / 2);
  const later = spans.slice(middle);
  const begins = (later[0]?.[0] ?? 0).toFixed(3);
  return `if(lt(t,${begins}),${isWithin(spans.slice(0, middle))},${isWithin(later)})`;
}

/** A waveform: peak loudness from 0 to 255, `perSecond` values per second. */
type SoundPeaks = { perSecond: number; durationSeconds: number; values: Uint8Array };

const headerBytes = 44;
const chunkBytes = 256 * 1024;
/** The waveform is a few thousand pixels wide at most; when zoomed in, a fifth of a syllable is fine enough. */
const mostValues = 100_000;
const finest = 50;

/** Reads a file written by `extractSound` in chunks. */
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
