import { createReadStream } from 'node:fs';
import path from 'node:path';
import { InspectionFailure } from '../../../engines/engine-failure.ts';
import { readablePicture } from '../../../engines/image/readable-picture.ts';
import { runImageTask } from '../../../engines/image/run-image-task.ts';
import { type Span, silenceSpans } from '../../../engines/media/sound.ts';
import { type PicturePage, writePicturePdf } from '../../../engines/pdf/write-picture-pdf.ts';
import type { RunSandboxed } from '../../../engines/sandbox/port.ts';
import type { Executor } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/new-id.ts';
import type { JobHandler } from '../../../platform/queue/job-definition.ts';
import { JobSkipped, PermanentJobError } from '../../../platform/queue/job-endings.ts';
import { discardFiles } from '../../../platform/storage/discard-files.ts';
import { insertFile } from '../../../platform/storage/file-rows.ts';
import type { FileStore, StoredFile } from '../../../platform/storage/file-store.ts';
import { localFile, withFolder } from '../../../platform/storage/local-file.ts';
import { listMaskRows, type MaskRecord } from '../review-view.repository.ts';
import {
  deleteMaskedFiles,
  findMaskedVersion,
  insertMaskedFile,
  lockMasks,
  type MaskedVersion,
  type StoredSource,
} from './mask.repository.ts';

export type MaskDependencies = {
  fileStore: FileStore;
  run: RunSandboxed;
  /** Needed because a redacted document consists of images of all its pages. */
  drawAllPages(versionId: string, signal: AbortSignal): Promise<void>;
};
type Stored = { made: MadeFile; stored: StoredFile; renditionId: string | null };

const mostMasks = 100_000;

/** Makes the redacted files that people other than reviewers get. */
export function makeMasked({ fileStore, run, drawAllPages }: MaskDependencies): JobHandler {
  return async (job, { db, signal }) => {
    const resourceId = String(job.input.resourceId);
    const original = await findMaskedVersion(db, resourceId);
    if (original?.kind === 'document') await drawAllPages(original.versionId, signal).catch(refuseFile);
    const [version, masks] = [await findMaskedVersion(db, resourceId), await listMaskRows(db, resourceId, mostMasks)];
    if (!version || masks.length === 0) throw new JobSkipped('It no longer has any masks.');
    const make = { image: coverImage, document: coverPages, audio: silenceMedia, video: silenceMedia }[version.kind];
    const stored = await withFolder(async (folder) => {
      const made = await make({ version, masks, fileStore, run, folder, signal }).catch(refuseFile);
      const isInFiles = masks.some(({ source }) => ['document', 'ocr', 'speech'].includes(source));
      // Otherwise people would wait forever for a redacted file.
      if (isInFiles && !made.some(({ renditionIds }) => renditionIds.includes(null))) {
        throw new PermanentJobError('It has no page images to mask.');
      }
      return store(fileStore, made, signal);
    });
    const known = JSON.stringify(masks);
    return {
      discard: () =>
        discardFiles(
          db,
          fileStore,
          stored.map((one) => one.stored.storeKey),
        ),
      save: async (transaction) => {
        await lockMasks(transaction, resourceId);
        const isSame = known === JSON.stringify(await listMaskRows(transaction, resourceId, mostMasks));
        const current = await findMaskedVersion(transaction, resourceId);
        // A newer decision has its own job, and these files aren't referenced yet.
        if (!isSame || JSON.stringify(current) !== JSON.stringify(version))
          throw new JobSkipped('It has changed since.');
        await deleteMaskedFiles(transaction, resourceId);
        for (const one of stored) await insert(transaction, version.versionId, one);
      },
    };
  };
}

/** A broken file fails the same way every time, so it isn't retried. */
function refuseFile(error: unknown): never {
  throw error instanceof InspectionFailure ? new PermanentJobError(error.message, { cause: error }) : error;
}

/** Stores a separate object per rendition, so each can be deleted alone. Stores all or none. */
async function store(fileStore: FileStore, made: readonly MadeFile[], signal: AbortSignal): Promise<Stored[]> {
  const stored: Stored[] = [];
  try {
    for (const one of made) {
      for (const renditionId of one.renditionIds) {
        stored.push({ made: one, renditionId, stored: await fileStore.write(createReadStream(one.file), { signal }) });
      }
    }
  } catch (error) {
    for (const one of stored) await fileStore.remove(one.stored.storeKey);
    throw error;
  }
  return stored;
}

async function insert(transaction: Executor, versionId: string, { made, stored, renditionId }: Stored): Promise<void> {
  const fileId = newId();
  const { name, contentType } = made;
  await insertFile(transaction, { ...stored, id: fileId, name, contentType, createdBy: null });
  await insertMaskedFile(transaction, { versionId, renditionId, fileId });
}

type MaskingInput = {
  version: MaskedVersion;
  masks: readonly MaskRecord[];
  fileStore: FileStore;
  run: RunSandboxed;
  folder: string;
  signal: AbortSignal;
};

/** One file for all media: silences the web copy if there is one, or else the original. */
async function silenceMedia({ version, masks, fileStore, run, folder, signal }: MaskingInput): Promise<MadeFile[]> {
  const spans = masks.flatMap(spanOf);
  if (spans.length === 0) return [];
  const copies = version.renditions.filter(({ kind }) => kind === version.kind);
  const source = copies[0] ?? version;
  const file = await localFile(fileStore, source.storeKey, folder, signal);
  const box = version.kind === 'audio' ? 'm4a' : source.contentType === 'video/webm' ? 'webm' : 'mp4';
  const job = { run, file, folder, durationSeconds: version.durationSeconds, signal, sizeBytes: source.sizeBytes };
  const made = await silenceSpans(job, { spans, box });
  const contentType = { m4a: 'audio/mp4', mp4: 'video/mp4', webm: 'video/webm' }[box];
  const name = `${version.name.replace(/\.[^.]*$/, '')}.${box}`;
  return [{ file: made, name, contentType, renditionIds: [null, ...copies.map(({ id }) => id)] }];
}

function spanOf({ source, start_ms: startMs, end_ms: endMs }: MaskRecord): Span[] {
  if (source !== 'speech' || startMs === null) return [];
  return [{ startMs, endMs: endMs ?? startMs + 1_000 }];
}

type CoverImageOptions = {
  version: MaskedVersion;
  masks: readonly MaskRecord[];
  fileStore: FileStore;
  run: RunSandboxed;
  folder: string;
  signal: AbortSignal;
};

const repacked: readonly string[] = ['heic', 'bmp'];
const inPictures = ['document', 'ocr'];

/** The image with its boxes covered, and its smaller renditions. */
async function coverImage(given: CoverImageOptions): Promise<MadeFile[]> {
  const { version, masks } = given;
  const boxes = boxesOf(masks);
  if (boxes.length === 0) return [];
  // These formats (HEIC, BMP) can be read but not written.
  const isRepacked = repacked.includes(version.format);
  const { file } = await cover(given, version, boxes, isRepacked ? 'jpeg' : 'same');
  const name = isRepacked ? `${path.parse(version.name).name}.jpg` : version.name;
  const contentType = isRepacked ? 'image/jpeg' : version.contentType;
  const made: MadeFile[] = [{ file, name, contentType, renditionIds: [null] }];
  for (const rendition of version.renditions.filter(({ contentType }) => contentType.startsWith('image/'))) {
    const { file } = await cover(given, rendition, boxes, 'same');
    made.push({ file, name: rendition.name, contentType: rendition.contentType, renditionIds: [rendition.id] });
  }
  return made;
}

/** A document's thumbnail is one of its first page. */
const pictures = ['page', 'pageThumbnail', 'thumbnail'];

/** Page images with their boxes covered, and a PDF made of all pages that replaces the file and its preview. */
async function coverPages(given: CoverImageOptions): Promise<MadeFile[]> {
  const { version, masks, folder } = given;
  const concerned = masks.filter(({ source }) => inPictures.includes(source));
  if (concerned.length === 0) return [];
  const boxesOn = (page: number) => boxesOf(concerned.filter((mask) => mask.page === page || mask.page === null));
  const made: MadeFile[] = [];
  const pages: PicturePage[] = [];
  for (const rendition of version.renditions) {
    if (!pictures.includes(rendition.kind)) continue;
    const boxes = boxesOn(rendition.kind === 'thumbnail' ? 1 : rendition.page);
    if (rendition.kind === 'page') {
      const { file, width, height } = await cover(given, rendition, boxes, 'jpeg');
      pages.push({ jpeg: file, width, height });
    }
    if (boxes.length === 0) continue;
    const { file } = await cover(given, rendition, boxes, 'same');
    made.push({ file, name: rendition.name, contentType: rendition.contentType, renditionIds: [rendition.id] });
  }
  if (pages.length === 0) return made;
  const file = path.join(folder, 'covered.pdf');
  await writePicturePdf(file, pages);
  const previews = version.renditions.filter(({ kind }) => kind === 'preview').map(({ id }) => id);
  const name = `${path.parse(version.name).name}.pdf`;
  return [...made, { file, name, contentType: 'application/pdf', renditionIds: [null, ...previews] }];
}

/** A mask without a position covers the whole page. */
function boxesOf(masks: readonly MaskRecord[]): Box[] {
  return masks.filter(({ source }) => inPictures.includes(source)).map(({ box }) => box ?? wholePage);
}

let number = 0;

async function cover(
  { fileStore, run, folder, signal }: CoverImageOptions,
  source: StoredSource & { format?: string },
  boxes: readonly Box[],
  as: 'same' | 'jpeg',
): Promise<{ file: string; width: number; height: number }> {
  number += 1;
  const stored = await localFile(fileStore, source.storeKey, folder, signal);
  const original = await readablePicture(run, { file: stored, format: source.format ?? '', folder }, signal);
  const output = path.join(folder, `covered-${number}`);
  const task = { do: 'cover', file: original, output, boxes, as } as const;
  const answer = await runImageTask(run, { task, folder }, signal);
  if (!('covered' in answer)) throw new Error('The picture was not covered.');
  return { file: output, ...answer.covered };
}

/** A redacted file in the job's folder and the renditions it replaces; null stands for the version's own file. */
type MadeFile = { file: string; name: string; contentType: string; renditionIds: (string | null)[] };

type Box = readonly number[];
const wholePage: Box = [0, 0, 1, 1];
