import path from 'node:path';
import { readablePicture } from '../../../engines/image/readable-picture.ts';
import { runImageTask } from '../../../engines/image/run-image-task.ts';
import { type PicturePage, writePicturePdf } from '../../../engines/pdf/write-picture-pdf.ts';
import type { RunSandboxed } from '../../../engines/sandbox/port.ts';
import type { FileStore } from '../../../platform/storage/file-store.ts';
import { localFile } from '../../../platform/storage/local-file.ts';
import type { MaskRecord } from '../view/hit-list.repository.ts';
import { type Box, type MadeFile, wholePage } from './made-file.ts';
import type { MaskedVersion, StoredSource } from './masked-source.repository.ts';

type Given = {
  version: MaskedVersion;
  masks: readonly MaskRecord[];
  fileStore: FileStore;
  run: RunSandboxed;
  folder: string;
  signal: AbortSignal;
};

const repacked: readonly string[] = ['heic', 'bmp'];
const inPictures = ['document', 'ocr'];

/** An image with its boxes covered, and the small ones of it. */
export async function coverImage(given: Given): Promise<MadeFile[]> {
  const { version, masks } = given;
  const boxes = boxesOf(masks);
  if (boxes.length === 0) return [];
  // Pictures of phones are packed in a way that is read here, and not written.
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

/** The small picture of all is one of the first page. */
const pictures = ['page', 'pageThumbnail', 'thumbnail'];

/** Pages with their boxes covered, and a PDF of all pages as pictures in the place of the file and its preview. */
export async function coverPages(given: Given): Promise<MadeFile[]> {
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

/** What has no place on its page covers all of it. */
function boxesOf(masks: readonly MaskRecord[]): Box[] {
  return masks.filter(({ source }) => inPictures.includes(source)).map(({ box }) => box ?? wholePage);
}

let number = 0;

async function cover(
  { fileStore, run, folder, signal }: Given,
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
