import path from 'node:path';
import { type MediaJob, runFfmpeg, timeFor } from './run-ffmpeg.ts';

/** What every browser plays as it is. */
const playable = new Set(['mp3', 'm4a', 'aac', 'wav', 'flac', 'ogg', 'oga', 'opus']);
const playableCodecs = new Set([
  'mp3',
  'aac',
  'flac',
  'opus',
  'vorbis',
  'pcm_s16le',
  'pcm_s24le',
  'pcm_f32le',
  'pcm_u8',
]);

export function needsWebSound(format: string, facts: Record<string, unknown>): boolean {
  const { audio } = facts as { audio?: { codec: string } };
  return !playable.has(format) || !playableCodecs.has(audio?.codec ?? '');
}

export async function makeWebSound(job: MediaJob): Promise<string> {
  const sound = path.join(job.folder, 'sound.m4a');
  await runFfmpeg(job, {
    output: [
      ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1', '-c:a', 'aac', '-b:a', '128k', '-ac', '2'],
      ...['-movflags', '+faststart', '-f', 'mp4', '-y', sound],
    ],
    limits: {
      ...timeFor(job.durationSeconds, 1),
      memoryBytes: 2 ** 30,
      outputBytes: 2 ** 24,
      fileBytes: (job.durationSeconds ?? 86_400) * 24_000 + 2 ** 24,
    },
  });
  return sound;
}
