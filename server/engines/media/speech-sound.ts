import path from 'node:path';
import { type MediaJob, runFfmpeg, timeFor } from './run-ffmpeg.ts';

const sampleRate = 16_000;
/** Sound that begins later than the film, or stops for a while, keeps its time. */
const inTime = ['-af', 'aresample=async=1:first_pts=0'];
/** Nothing of the file's own story in the header: it is 44 bytes long. */
const bare = ['-map_metadata', '-1', '-flags', '+bitexact', '-fflags', '+bitexact'];
const bytesPerSecond = sampleRate * 2;

/** The sound as engines that listen want it: 16 kHz, one channel, 16 bits. */
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
      // It tells how far it is, a few hundred bytes twice a second.
      outputBytes: 2 ** 24,
      // A length that the file does not tell may be a day, not more.
      fileBytes: Math.ceil((Math.min(job.durationSeconds ?? 86_400, 86_400) * 1.1 + 60) * bytesPerSecond),
    },
  });
  return sound;
}
