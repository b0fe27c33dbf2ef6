import { InspectionFailure } from '../inspection-failure.ts';
import type { RunSandboxed, SandboxLimits } from '../sandbox/port.ts';
import { guardedInput, mostPixels } from './allowed-media.ts';

export type MediaJob = {
  run: RunSandboxed;
  file: string;
  /** A scratch folder. */
  folder: string;
  durationSeconds: number | null;
  signal: AbortSignal;
  onProgress?: ((percent: number) => void) | undefined;
};

type Wanted = {
  /** Before the input, such as where to begin. */
  before?: readonly string[];
  /** What is made of it, and where. */
  output: readonly string[];
  limits: SandboxLimits;
};

/** Silence for so long, and it hangs: it tells twice a second how far it is. */
const stallMs = 120_000;

/** Runs ffmpeg over one file. Nothing but the file is opened, and it is ended when it no longer gets on. */
export async function runFfmpeg(job: MediaJob, { before = [], output, limits }: Wanted): Promise<void> {
  const stalled = new AbortController();
  const stall = () =>
    stalled.abort(new InspectionFailure('Processing made no progress and was stopped.', '', 'tookTooLong'));
  let watch = setTimeout(stall, stallMs);
  const read = progressReader(job);
  try {
    const { exitCode, stderr } = await job.run({
      program: 'ffmpeg',
      args: [
        ...['-nostdin', '-v', 'error', '-hide_banner', '-progress', 'pipe:1', '-max_pixels', String(mostPixels)],
        ...guardedInput,
        ...before,
        ...['-i', job.file, ...output],
      ],
      readable: [job.file],
      folder: job.folder,
      limits,
      signal: AbortSignal.any([job.signal, stalled.signal]),
      onOutput: (chunk) => {
        clearTimeout(watch);
        watch = setTimeout(stall, stallMs);
        read(chunk);
      },
    });
    if (exitCode !== 0) {
      throw new InspectionFailure('The file is damaged or incomplete.', stderr);
    }
  } finally {
    clearTimeout(watch);
  }
}

function progressReader({ durationSeconds, onProgress }: MediaJob): (chunk: Buffer) => void {
  if (!onProgress || !durationSeconds) return () => undefined;
  return (chunk) => {
    const times = [...chunk.toString('latin1').matchAll(/^out_time_us=(\d+)$/gm)];
    const reached = Number(times.at(-1)?.[1] ?? Number.NaN) / 1e6;
    if (Number.isFinite(reached)) onProgress(Math.min(99, (reached / durationSeconds) * 100));
  };
}

/** A file may say that it lasts for weeks. */
const longestSeconds = 12 * 3600;

/** Time to spend on a file that is so long: at least a minute, and so many times as long as it plays. */
export function timeFor(durationSeconds: number | null, timesAsLong: number): { wallMs: number; cpuSeconds: number } {
  const seconds = Math.min(longestSeconds, Math.ceil(60 + (durationSeconds ?? 3_600) * timesAsLong));
  return { wallMs: seconds * 1_000, cpuSeconds: seconds * 2 };
}
