import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { InspectionFailure } from '../inspection-failure.ts';
import { probeMedia } from './probe-media.ts';
import { type MediaJob, runFfmpeg, timeFor } from './run-ffmpeg.ts';

/** A film with subtitles in its picture. The file of subtitles is ours: a name without anything a filter reads as its own. */
export async function burnSubtitles(job: MediaJob, srt: string): Promise<string> {
  const [subtitles, film] = [path.join(job.folder, 'subtitles.srt'), path.join(job.folder, 'burned.mp4')];
  await writeFile(subtitles, srt);
  const size = "scale='trunc(min(1,min(1280/iw,720/ih))*iw/2)*2':'trunc(min(1,min(1280/iw,720/ih))*ih/2)*2'";
  await runFfmpeg(job, {
    output: [
      ...['-map', '0:v:0', '-map', '0:a:0?', '-sn', '-dn', '-map_metadata', '-1', '-movflags', '+faststart'],
      // The program starts in the folder.
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
