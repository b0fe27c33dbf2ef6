import path from 'node:path';
import { InspectionFailure } from '../inspection-failure.ts';
import { probeMedia } from './probe-media.ts';
import { type MediaJob, runFfmpeg, timeFor } from './run-ffmpeg.ts';

type Streams = { video?: { codec: string; pixels?: string | null }; audio?: { codec: string } };
type VideoPlan = 'original' | 'copy' | 'encode';

const boxed = new Set(['mp4', 'm4v', 'mov', '3gp']);
const webm = new Set(['vp8', 'vp9', 'av1']);
const webmSound = new Set(['opus', 'vorbis']);
const plainPixels = new Set(['yuv420p', 'yuvj420p']);
/** Larger ones stutter on a campus network, whatever they are encoded as. */
const mostBitsPerSecond = 12_000_000;

/**
 * How a video becomes one that every browser plays. Most only need to be put into another box, which costs nothing and
 * loses nothing.
 */
export function planWebVideo(given: {
  format: string;
  facts: Record<string, unknown>;
  /** Its index comes before its pictures: playing begins at once. */
  startsAtOnce: boolean;
}): VideoPlan {
  const { video, audio } = given.facts as Streams;
  const heavy = Number(given.facts.bitRate ?? 0) > mostBitsPerSecond;
  if (!video || heavy) return 'encode';
  const plain = !video.pixels || plainPixels.has(video.pixels);
  if (given.format === 'webm' && webm.has(video.codec) && (!audio || webmSound.has(audio.codec))) return 'original';
  if (video.codec !== 'h264' || !plain) return 'encode';
  const sound = !audio || audio.codec === 'aac' || audio.codec === 'mp3';
  if (!sound) return 'encode';
  return boxed.has(given.format) && given.format !== 'mov' && given.startsAtOnce ? 'original' : 'copy';
}

const film = ['-map', '0:v:0', '-map', '0:a:0?', '-sn', '-dn', '-map_metadata', '-1', '-movflags', '+faststart'];
const encoded = [
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-pix_fmt', 'yuv420p', '-threads', '1'],
  // Even sides, and no larger than it was.
  ...['-vf', "scale='trunc(min(1,min(1280/iw,720/ih))*iw/2)*2':'trunc(min(1,min(1280/iw,720/ih))*ih/2)*2'"],
  // Seeking lands within two seconds.
  ...['-g', '60', '-maxrate', '3M', '-bufsize', '6M', '-c:a', 'aac', '-b:a', '128k', '-ac', '2'],
];

export async function makeWebVideo(job: MediaJob & { sizeBytes: number }, plan: 'copy' | 'encode'): Promise<string> {
  const video = path.join(job.folder, 'video.mp4');
  await runFfmpeg(job, {
    output: [...film, ...(plan === 'copy' ? ['-c', 'copy'] : encoded), '-f', 'mp4', '-y', video],
    limits: {
      ...timeFor(job.durationSeconds, plan === 'copy' ? 1 : 8),
      memoryBytes: 2 ** 31,
      outputBytes: 2 ** 25,
      fileBytes:
        plan === 'copy'
          ? job.sizeBytes * 1.2 + 2 ** 24
          : Math.min(job.durationSeconds ?? 86_400, 86_400) * 600_000 + 2 ** 26,
    },
  });
  // It may end well with nothing to show for it.
  const made = await probeMedia(job.run, video, job.signal);
  if (!made.facts.video) throw new InspectionFailure('The file is damaged: no frame can be decoded.');
  return video;
}
