import path from 'node:path';
import { assertNoEntities } from '../../engines/archive/assert-no-entities.ts';
import { drawHeic } from '../../engines/image/draw-heic.ts';
import { readExif } from '../../engines/image/read-exif.ts';
import { runImageTask } from '../../engines/image/run-image-task.ts';
import { InspectionFailure } from '../../engines/inspection-failure.ts';
import { probeMedia } from '../../engines/media/probe-media.ts';
import { takeFrame } from '../../engines/media/take-frame.ts';
import { assertWholeMovie } from '../../engines/media/whole-movie.ts';
import { drawFirstPage, inspectPdf } from '../../engines/pdf/inspect-pdf.ts';
import { type RunSandboxed, SandboxFailure } from '../../engines/sandbox/port.ts';

type Given = { kind: string; format: string; file: string; folder: string };
export type Seen = {
  durationSeconds?: number | null;
  pageCount?: number | null;
  width?: number | null;
  height?: number | null;
  facts: Record<string, unknown>;
  /** A WebP file in the folder. */
  thumbnail?: string | undefined;
  /** What a picture looks like. */
  pictureHash?: string | undefined;
};
type Drawn = Pick<Seen, 'thumbnail' | 'pictureHash'>;

/** What a file is like, by the engine for its kind. Throws when the file itself can't be dealt with. */
export async function inspectFile(run: RunSandboxed, given: Given, signal: AbortSignal): Promise<Seen> {
  const { kind, format, file, folder } = given;
  if (kind === 'image' && format === 'bmp') return inspectBitmap(run, given, signal);
  if (kind === 'image') {
    const seen = await inspectImage(run, given, signal);
    if (seen.thumbnail || format !== 'heic') return seen;
    const picture = await drawHeic(run, given, signal);
    return { ...seen, ...(await drawnFrom(run, async () => picture, folder, signal)) };
  }
  if (kind === 'video' || kind === 'audio') {
    const media = await probeMedia(run, file, signal);
    await assertWholeMovie(file, format);
    if (kind === 'audio' || media.width === null) return media;
    const frame = () => takeFrame(run, { file, folder, durationSeconds: media.durationSeconds }, signal);
    return { ...media, thumbnail: (await drawnFrom(run, frame, folder, signal)).thumbnail };
  }
  if (['docx', 'xlsx', 'pptx'].includes(format)) await assertNoEntities(file);
  if (format !== 'pdf') return { facts: {} };
  const pdf = await inspectPdf(run, file, signal);
  // A page that can't be drawn within the limits is none that anybody could read here.
  const page = await drawFirstPage(run, { file, folder }, signal);
  if (!page) throw new InspectionFailure('The first page of this PDF can’t be drawn: it is damaged.');
  return { ...pdf, thumbnail: (await drawnFrom(run, async () => page, folder, signal)).thumbnail };
}

async function inspectImage(run: RunSandboxed, { file, folder }: Given, signal: AbortSignal): Promise<Seen> {
  const thumbnail = path.join(folder, 'thumbnail.webp');
  const seen = await runImageTask(run, { task: { do: 'inspect', file, thumbnail }, folder }, signal);
  if (!('width' in seen)) throw new Error('The child did something else than it was asked to.');
  const exif = seen.exif ? readExif(Buffer.from(seen.exif, 'base64')) : undefined;
  const { width, height, frames, colours, hasAlpha } = seen;
  return {
    width,
    height,
    facts: { frames, colours, hasAlpha, ...(exif && { exif }) },
    thumbnail: seen.thumbnail ? thumbnail : undefined,
    pictureHash: seen.pictureHash ?? undefined,
  };
}

/** The reader of pictures knows no bitmaps; the one of videos does. */
async function inspectBitmap(run: RunSandboxed, { file, folder }: Given, signal: AbortSignal): Promise<Seen> {
  const { width, height } = await probeMedia(run, file, signal);
  const frame = () => takeFrame(run, { file, folder, durationSeconds: 0 }, signal);
  return { width, height, facts: {}, ...(await drawnFrom(run, frame, folder, signal)) };
}

/** A file without a small picture is no failure. */
async function drawnFrom(
  run: RunSandboxed,
  draw: () => Promise<string | undefined>,
  folder: string,
  signal: AbortSignal,
): Promise<Drawn> {
  try {
    const picture = await draw();
    if (!picture) return {};
    const thumbnail = path.join(folder, 'thumbnail.webp');
    const seen = await runImageTask(run, { task: { do: 'inspect', file: picture, thumbnail }, folder }, signal);
    return { thumbnail, pictureHash: ('pictureHash' in seen && seen.pictureHash) || undefined };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SandboxFailure && error.kind === 'start') throw error;
    return {};
  }
}
