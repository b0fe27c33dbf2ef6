import path from 'node:path';
import { type MediaJob, runFfmpeg, timeFor } from './run-ffmpeg.ts';

export type Span = { startMs: number; endMs: number };
type Box = 'mp4' | 'webm' | 'm4a';

/** Machines place words a little too late or too early. */
const marginMs = 150;

/** The same film or sound, without a sound in these spans. Pictures stay as they are. */
export async function silenceSpans(
  job: MediaJob & { sizeBytes: number },
  { spans, box }: { spans: readonly Span[]; box: Box },
): Promise<string> {
  const output = path.join(job.folder, `covered.${box}`);
  const sound = box === 'webm' ? ['-c:a', 'libopus', '-b:a', '128k'] : ['-c:a', 'aac', '-b:a', '128k', '-ac', '2'];
  const picture = box === 'm4a' ? ['-vn'] : ['-map', '0:v:0', '-c:v', 'copy'];
  const container = box === 'webm' ? ['-f', 'webm'] : ['-movflags', '+faststart', '-f', 'mp4'];
  await runFfmpeg(job, {
    output: [
      ...[...picture, '-map', '0:a:0', '-sn', '-dn', '-map_metadata', '-1', ...sound],
      ...['-af', `volume=volume=0:enable='${within(spans)}'`, ...container, '-y', output],
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

function within(spans: readonly Span[]): string {
  const seconds = (ms: number) => (Math.max(0, ms) / 1000).toFixed(3);
  return spans
    .map(({ startMs, endMs }) => `between(t,${seconds(startMs - marginMs)},${seconds(endMs + marginMs)})`)
    .join('+');
}
