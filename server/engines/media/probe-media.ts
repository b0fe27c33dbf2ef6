import { open } from 'node:fs/promises';
import { z } from 'zod';
import type { EmbeddedMetadata } from '../embedded-metadata/embedded-metadata.ts';
import { InspectionFailure } from '../engine-failure.ts';
import type { RunSandboxed } from '../sandbox/port.ts';
import { guardedInput, isAllowedCodec, mostPixels } from './run-ffmpeg.ts';

const stream = z.object({
  codec_type: z.string().default(''),
  codec_name: z.string().default(''),
  width: z.number().optional(),
  height: z.number().optional(),
  pix_fmt: z.string().optional(),
  r_frame_rate: z.string().optional(),
  sample_rate: z.string().optional(),
  channels: z.number().optional(),
  bit_rate: z.string().optional(),
  tags: z.record(z.string(), z.string()).default({}),
  side_data_list: z.array(z.object({ rotation: z.number().optional() })).default([]),
  disposition: z.object({ attached_pic: z.number().optional() }).default({}),
});
const probed = z.object({
  streams: z.array(stream).default([]),
  format: z
    .object({
      format_name: z.string().default(''),
      duration: z.string().optional(),
      bit_rate: z.string().optional(),
      tags: z.record(z.string(), z.string()).default({}),
    })
    .default({ format_name: '', tags: {} }),
});
type Stream = z.output<typeof stream>;

type MediaFacts = {
  durationSeconds: number | null;
  width: number | null;
  height: number | null;
  facts: Record<string, unknown>;
  embedded: EmbeddedMetadata;
};

const keptTags = ['title', 'artist', 'album', 'date', 'comment', 'encoder', 'language', 'creation_time'];

/** Metadata of a video or audio file. Nothing is decoded, and only allow-listed formats are opened. */
export async function probeMedia(run: RunSandboxed, file: string, signal: AbortSignal): Promise<MediaFacts> {
  const { exitCode, stdout, stderr } = await run({
    program: 'ffprobe',
    args: ['-v', 'error', '-hide_banner', ...guardedInput, '-of', 'json', '-show_format', '-show_streams', file],
    readable: [file],
    limits: { wallMs: 60_000, cpuSeconds: 30, memoryBytes: 2 ** 30, outputBytes: 2 ** 21, fileBytes: 0 },
    signal,
  });
  if (exitCode !== 0) throw unreadable(stderr);
  const parsed = probed.safeParse(JSON.parse(stdout.toString('utf8')));
  if (!parsed.success) throw new InspectionFailure('The file’s media information can’t be read.');
  return judge(parsed.data);
}

function unreadable(stderr: string): InspectionFailure {
  const codec = /Codec \((\w+)\) not on whitelist/.exec(stderr)?.[1];
  if (codec) return notOpened(codec);
  return new InspectionFailure('The file can’t be read as video or audio. It may be damaged or incomplete.', stderr);
}

function notOpened(codec: string): InspectionFailure {
  return new InspectionFailure(`The ${codec} format isn’t supported.`, '', 'unsupported');
}

function judge({ streams, format }: z.output<typeof probed>): MediaFacts {
  const seen = streams.filter(({ codec_type }) => codec_type === 'video' || codec_type === 'audio');
  const [first] = seen;
  if (!first) throw new InspectionFailure('The file has no picture and no sound.', '', 'empty');
  const rare = seen.find(({ codec_name }) => !isAllowedCodec(codec_name));
  if (rare) throw notOpened(rare.codec_name || 'something unknown');
  const video = seen.find(({ codec_type, disposition }) => codec_type === 'video' && !disposition.attached_pic);
  const audio = seen.find(({ codec_type }) => codec_type === 'audio');
  const { width = null, height = null } = video ? turned(video) : {};
  if ((width ?? 0) * (height ?? 0) > mostPixels) {
    throw new InspectionFailure(
      `The video is ${width} × ${height}, larger than ${mostPixels / 1e6} megapixels.`,
      '',
      'tooLarge',
    );
  }
  if (audio && !video && Number(audio.sample_rate ?? 0) <= 0)
    throw new InspectionFailure('The sound has no sample rate.');
  const duration = Number(format.duration);
  const tags = tagsOf(format.tags);
  return {
    embedded: embeddedIn(tags, (audio ?? video)?.tags),
    durationSeconds: Number.isFinite(duration) && duration >= 0 ? duration : null,
    width,
    height,
    facts: {
      container: format.format_name,
      bitRate: numberOrNull(format.bit_rate),
      ...(video && {
        video: { codec: video.codec_name, frameRate: rateOf(video.r_frame_rate), pixels: video.pix_fmt ?? null },
      }),
      ...(audio && {
        audio: {
          codec: audio.codec_name,
          channels: audio.channels ?? null,
          sampleRate: numberOrNull(audio.sample_rate),
        },
      }),
      subtitles: streams
        .filter(({ codec_type }) => codec_type === 'subtitle')
        .map(({ codec_name, tags }) => ({ codec: codec_name, language: tags.language ?? null })),
      tags,
    },
  };
}

/** The language of the sound is declared by its stream. */
function embeddedIn(tags: Record<string, string>, stream: Record<string, string> = {}): EmbeddedMetadata {
  const { title, artist, creation_time: recorded } = tags;
  const date = tags.date ?? recorded;
  const language = stream.language ?? tags.language;
  return {
    ...(title && { title }),
    ...(artist && { author: artist }),
    ...(date && { date }),
    ...(language && { language }),
  };
}

function turned(video: Stream): { width?: number; height?: number } {
  const rotation = video.side_data_list.find((data) => data.rotation !== undefined)?.rotation ?? 0;
  const { width, height } = video;
  if (width === undefined || height === undefined) return {};
  return Math.abs(rotation) % 180 === 90 ? { width: height, height: width } : { width, height };
}

function rateOf(rate: string | undefined): number | null {
  const [over = 0, under = 0] = (rate ?? '').split('/').map(Number);
  return under > 0 && over > 0 ? Math.round((over / under) * 100) / 100 : null;
}

function numberOrNull(text: string | undefined): number | null {
  const value = Number(text);
  return text !== undefined && Number.isFinite(value) ? value : null;
}

function tagsOf(tags: Record<string, string>): Record<string, string> {
  const lower = Object.entries(tags).map(([name, value]) => [name.toLowerCase(), value.slice(0, 500)] as const);
  return Object.fromEntries(lower.filter(([name]) => keptTags.includes(name)));
}

const boxFormats = new Set(['mp4', 'm4v', 'm4a', 'mov', '3gp']);
const mostBoxes = 10_000;

/**
 * A truncated movie still reports its full duration; only its boxes, which extend past the end of the file, show what
 * is missing.
 */
export async function assertWholeMovie(file: string, format: string): Promise<void> {
  if (!boxFormats.has(format)) return;
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const header = Buffer.alloc(16);
    for (let at = 0, boxes = 0; at + 8 <= size && boxes < mostBoxes; boxes += 1) {
      await handle.read(header, 0, 16, at);
      const short = header.readUInt32BE(0);
      // Length 1: a 64-bit length follows; 0: the box extends to the end of the file.
      const length = short === 1 ? Number(header.readBigUInt64BE(8)) : short === 0 ? size - at : short;
      if (length < 8) return;
      if (at + length > size) throw new InspectionFailure('The file is incomplete: its end is missing.');
      at += length;
    }
  } finally {
    await handle.close();
  }
}
