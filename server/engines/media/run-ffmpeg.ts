import { InspectionFailure } from '../engine-failure.ts';
import type { RunSandboxed, SandboxLimits } from '../sandbox/port.ts';

export type MediaJob = {
  run: RunSandboxed;
  file: string;
  folder: string;
  durationSeconds: number | null;
  signal: AbortSignal;
  onProgress?: ((percent: number) => void) | undefined;
};

type FfmpegOutput = {
  /** Options before the input, such as the start position. */
  before?: readonly string[];
  /** Output options, including the path. */
  output: readonly string[];
  limits: SandboxLimits;
};

/** ffmpeg reports progress twice a second; if it is silent for this long, it hangs. */
const stallMs = 120_000;

/** Runs ffmpeg on one file. Only that file is readable, and ffmpeg is stopped if it stalls. */
export async function runFfmpeg(job: MediaJob, { before = [], output, limits }: FfmpegOutput): Promise<void> {
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

/** A file may claim to last for weeks. */
const longestSeconds = 12 * 3600;

/** Time limits by duration: one minute plus a multiple of the playing time. */
export function timeFor(durationSeconds: number | null, timesAsLong: number): { wallMs: number; cpuSeconds: number } {
  const seconds = Math.min(longestSeconds, Math.ceil(60 + (durationSeconds ?? 3_600) * timesAsLong));
  return { wallMs: seconds * 1_000, cpuSeconds: seconds * 2 };
}

/** Demuxers for common formats, excluding any that open other files or addresses. */
const allowedDemuxers = [
  'mov,mp4,m4a,3gp,3g2,mj2',
  'matroska,webm',
  'avi',
  'mpeg',
  'mpegvideo',
  'mpegts',
  'asf',
  'flv',
  'ogg',
  'mp3',
  'wav',
  'w64',
  'flac',
  'aac',
  'aiff',
  'bmp_pipe',
];

/** Common, well-maintained decoders; vulnerabilities tend to be in rare ones. */
const allowedDecoders = [
  ...['h264', 'hevc', 'vp8', 'vp9', 'libvpx', 'libvpx-vp9', 'av1', 'libdav1d', 'mpeg4', 'mpeg2video', 'mpeg1video'],
  ...['mpegvideo', 'theora', 'mjpeg', 'prores', 'dnxhd', 'wmv1', 'wmv2', 'wmv3', 'vc1', 'flv', 'h263', 'dvvideo'],
  ...['msmpeg4v1', 'msmpeg4v2', 'msmpeg4', 'png', 'bmp'],
  ...[
    'aac',
    'aac_fixed',
    'aac_latm',
    'mp3',
    'mp3float',
    'mp2',
    'mp2float',
    'mp1',
    'mp1float',
    'ac3',
    'ac3_fixed',
    'eac3',
  ],
  ...['opus', 'libopus', 'vorbis', 'flac', 'alac', 'wmav1', 'wmav2', 'amrnb', 'amrwb', 'adpcm_ms', 'adpcm_ima_wav'],
  ...['pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_s32be', 'pcm_f32le', 'pcm_f64le'],
  ...['pcm_u8', 'pcm_s8', 'pcm_alaw', 'pcm_mulaw'],
  ...['mov_text', 'subrip', 'srt', 'webvtt', 'ass', 'ssa'],
];

/** Codec names as ffprobe reports them. */
const codecs = new Set([...allowedDecoders, ...['flv1', 'msmpeg4v3', 'amr_nb', 'amr_wb']]);

export function isAllowedCodec(name: string): boolean {
  return codecs.has(name);
}

/** Larger frames aren't decoded, because a single one could fill the memory. */
export const mostPixels = 40_000_000;

/** Options for all FFmpeg programs: no other protocol, demuxer or decoder, whatever the file asks for. */
export const guardedInput = [
  ...['-protocol_whitelist', 'file'],
  ...['-format_whitelist', allowedDemuxers.join(',')],
  ...['-codec_whitelist', allowedDecoders.join(',')],
];
