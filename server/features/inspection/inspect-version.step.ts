import { createReadStream } from 'node:fs';
import path from 'node:path';
import { assertNoEntities } from '../../engines/archive/assert-no-entities.ts';
import { type EmbeddedMetadata, metadataInXml } from '../../engines/embedded-metadata/embedded-metadata.ts';
import { readDocumentMetadata } from '../../engines/embedded-metadata/read-document-metadata.ts';
import { InspectionFailure } from '../../engines/engine-failure.ts';
import { readExif } from '../../engines/image/exif.ts';
import { drawHeic } from '../../engines/image/readable-picture.ts';
import { runImageTask } from '../../engines/image/run-image-task.ts';
import { assertWholeMovie, probeMedia } from '../../engines/media/probe-media.ts';
import { takeFrame } from '../../engines/media/video-pictures.ts';
import { drawFirstPage, inspectPdf } from '../../engines/pdf/inspect-pdf.ts';
import { type RunSandboxed, SandboxFailure } from '../../engines/sandbox/port.ts';
import { newId } from '../../platform/new-id.ts';
import { packageVersion, productVersion } from '../../platform/product-version.ts';
import { insertFile } from '../../platform/storage/file-rows.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { localFile, withFolder } from '../../platform/storage/local-file.ts';
import type { EngineNames, StepHandler, StepVersion } from '../machine-work/public.ts';
import type { ResourceIntakeService } from '../resource/public.ts';
import { cleanMetadata } from './clean-metadata.ts';

export type InspectionDependencies = {
  fileStore: FileStore;
  intake: ResourceIntakeService;
  run: RunSandboxed;
  engines: Pick<EngineNames, 'require'>;
};

/** Inspects a version's file: duration, dimensions, pages, metadata and a thumbnail. */
export function inspectVersion({ fileStore, intake, run, engines }: InspectionDependencies): StepHandler {
  return async ({ version, use }, { signal, log }) => {
    const engine = await engineFor(version);
    await use(engine);
    const { seen, stored } = await withFolder(async (folder) => {
      const file = await localFile(fileStore, version.storeKey, folder, signal);
      const seen = await inspectFile(run, { kind: version.kind, format: version.format, file, folder }, signal);
      return {
        seen,
        stored: seen.thumbnail ? await fileStore.write(createReadStream(seen.thumbnail), { signal }) : null,
      };
    });
    log(`Inspected ${version.format}: ${version.sizeBytes} bytes.`);
    const { thumbnail: _, embedded, ...facts } = seen;
    const metadata = embedded && cleanMetadata(embedded);
    return {
      engine,
      ...(stored && { stored: [stored.storeKey] }),
      save: async (transaction) => {
        const fileId = newId();
        if (stored) {
          const file = { ...stored, id: fileId, name: 'thumbnail.webp', contentType: 'image/webp', createdBy: null };
          await insertFile(transaction, file);
        }
        const inspected = { ...facts, metadata, ...(stored && { thumbnailFileId: fileId }) };
        await intake.inspected(transaction, version.id, inspected);
        return undefined;
      },
    };
  };

  function engineFor({ kind, format }: StepVersion): Promise<string> | string {
    if (kind === 'video' || kind === 'audio' || format === 'bmp') return engines.require('ffprobe');
    if (kind === 'image') return `sharp ${packageVersion('sharp')}`;
    return format === 'pdf' ? engines.require('pdftoppm') : `Lectern ${productVersion}`;
  }
}

type InspectedFile = { kind: string; format: string; file: string; folder: string };
type Seen = {
  durationSeconds?: number | null;
  pageCount?: number | null;
  width?: number | null;
  height?: number | null;
  facts: Record<string, unknown>;
  embedded?: EmbeddedMetadata;
  /** Path of a WebP file in the working folder. */
  thumbnail?: string | undefined;
  /** Perceptual hash, for finding similar images. */
  pictureHash?: string | undefined;
};
type Drawn = Pick<Seen, 'thumbnail' | 'pictureHash'>;

/** Inspects a file with the engine for its kind. Throws if the file itself can't be processed. */
async function inspectFile(run: RunSandboxed, given: InspectedFile, signal: AbortSignal): Promise<Seen> {
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
  if (format !== 'pdf') return { facts: {}, embedded: await readDocumentMetadata(run, given, signal) };
  const pdf = await inspectPdf(run, file, signal);
  // A page that can't be rendered within the limits couldn't be read here anyway.
  const page = await drawFirstPage(run, { file, folder }, signal);
  if (!page) throw new InspectionFailure('The PDF is damaged: its first page can’t be displayed.');
  return { ...pdf, thumbnail: (await drawnFrom(run, async () => page, folder, signal)).thumbnail };
}

async function inspectImage(run: RunSandboxed, { file, folder }: InspectedFile, signal: AbortSignal): Promise<Seen> {
  const thumbnail = path.join(folder, 'thumbnail.webp');
  const seen = await runImageTask(run, { task: { do: 'inspect', file, thumbnail }, folder }, signal);
  if (!('width' in seen)) throw new Error('The child did something else than it was asked to.');
  const exif = seen.exif ? readExif(Buffer.from(seen.exif, 'base64')) : undefined;
  const xmp = seen.xmp ? xmpMetadata(seen.xmp) : {};
  const { width, height, frames, colours, hasAlpha } = seen;
  return {
    width,
    height,
    facts: { frames, colours, hasAlpha, ...(exif && { exif }) },
    embedded: {
      ...xmp,
      ...(exif?.description && { title: exif.description }),
      ...(exif?.artist && { author: exif.artist }),
      ...(exif?.takenAt && { date: exif.takenAt }),
    },
    thumbnail: seen.thumbnail ? thumbnail : undefined,
    pictureHash: seen.pictureHash ?? undefined,
  };
}

function xmpMetadata(xml: string): EmbeddedMetadata {
  try {
    return metadataInXml(xml);
  } catch {
    return {};
  }
}

/** The image engine can't read BMP, but the video engine can. */
async function inspectBitmap(run: RunSandboxed, { file, folder }: InspectedFile, signal: AbortSignal): Promise<Seen> {
  const { width, height } = await probeMedia(run, file, signal);
  const frame = () => takeFrame(run, { file, folder, durationSeconds: 0 }, signal);
  return { width, height, facts: {}, ...(await drawnFrom(run, frame, folder, signal)) };
}

/** A missing thumbnail isn't a failure. */
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
