import { open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { InspectionFailure } from '../engine-failure.ts';
import { probeMedia } from './probe-media.ts';
import { type MediaJob, runFfmpeg, timeFor } from './run-ffmpeg.ts';

type Streams = { video?: { codec: string; pixels?: string | null }; audio?: { codec: string } };
type VideoPlan = 'original' | 'copy' | 'encode';

const boxed = new Set(['mp4', 'm4v', 'mov', '3gp']);
const webm = new Set(['vp8', 'vp9', 'av1']);
const webmSound = new Set(['opus', 'vorbis']);
const plainPixels = new Set(['yuv420p', 'yuvj420p']);
/** Higher bit rates stutter on a campus network in any encoding. */
const mostBitsPerSecond = 12_000_000;

/** How to make a video play in every browser. Most only need a different container, which is cheap and lossless. */
export function planWebVideo(given: {
  format: string;
  facts: Record<string, unknown>;
  /** Whether the index precedes the media data, so playback can start before the whole file is loaded. */
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
  // Even dimensions, never enlarged.
  ...['-vf', "scale='trunc(min(1,min(1280/iw,720/ih))*iw/2)*2':'trunc(min(1,min(1280/iw,720/ih))*ih/2)*2'"],
  // A keyframe at least every 60 frames, so seeking lands within about two seconds.
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
  // ffmpeg may exit with 0 without having written any video.
  const made = await probeMedia(job.run, video, job.signal);
  if (!made.facts.video) throw new InspectionFailure('The file is damaged: no frame can be decoded.');
  return video;
}

/** Formats every browser plays. */
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

/**
 * Burns subtitles into a video. The subtitle file has a fixed name, so no user text ends up in the filter expression.
 */
export async function burnSubtitles(job: MediaJob, srt: string): Promise<string> {
  const [subtitles, film] = [path.join(job.folder, 'subtitles.srt'), path.join(job.folder, 'burned.mp4')];
  await writeFile(subtitles, srt);
  const size = "scale='trunc(min(1,min(1280/iw,720/ih))*iw/2)*2':'trunc(min(1,min(1280/iw,720/ih))*ih/2)*2'";
  await runFfmpeg(job, {
    output: [
      ...['-map', '0:v:0', '-map', '0:a:0?', '-sn', '-dn', '-map_metadata', '-1', '-movflags', '+faststart'],
      // ffmpeg runs in this folder, so a relative name works.
      ...['-vf', `${size},subtitles=filename=subtitles.srt:charenc=UTF-8`],
      ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-pix_fmt', 'yuv420p', '-threads', '1', '-g', '60'],
      ...['-maxrate', '3M', '-bufsize', '6M', '-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-f', 'mp4', '-y', film],
    ],
    limits: {
      ...timeFor(job.durationSeconds, 8),
      memoryBytes: 2 ** 31,
      outputBytes: 2 ** 25,
      fileBytes: Math.min(job.durationSeconds ?? 86_400, 86_400) * 600_000 + 2 ** 26,
    },
  });
  const made = await probeMedia(job.run, film, job.signal);
  if (!made.facts.video) throw new InspectionFailure('The file is damaged: no frame can be decoded.');
  return film;
}

const mostBoxes = 100;

/** Whether a movie's index precedes its media data, so a browser can start playing before loading all of it. */
export async function startsAtOnce(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const header = Buffer.alloc(16);
    for (let at = 0, boxes = 0; boxes < mostBoxes; boxes += 1) {
      const { bytesRead } = await handle.read(header, 0, 16, at);
      if (bytesRead < 8) return false;
      const name = header.toString('latin1', 4, 8);
      if (name === 'moov') return true;
      if (name === 'mdat') return false;
      const short = header.readUInt32BE(0);
      const length = short === 1 ? Number(header.readBigUInt64BE(8)) : short;
      if (length < 8) return false;
      at += length;
    }
    return false;
  } finally {
    await handle.close();
  }
}
