import { PassThrough, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { FileStore } from '../../../platform/storage/file-store.ts';

export type PackedFile = { path: string; storeKey: string; sizeBytes: number };

/** An archive that is made while it is sent; media is packed already, and nobody waits for a processor. */
export function packCourse(
  fileStore: Pick<FileStore, 'open'>,
  files: readonly PackedFile[],
  texts: readonly { path: string; text: string }[],
): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  let current: Readable | undefined;
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);
  // A browser that goes away must not leave a file open.
  output.on('close', () => current?.destroy());
  // What says what is in it comes first.
  for (const { path, text } of texts) zip.addBuffer(Buffer.from(text), path);
  for (const { path, storeKey, sizeBytes } of files) {
    zip.addReadStreamLazy(path, { compress: false, size: sizeBytes }, (take) => {
      fileStore.open(storeKey).then(({ stream }) => {
        current = stream;
        stream.on('error', fail);
        if (output.destroyed) stream.destroy();
        else take(null, stream);
      }, fail);
    });
  }
  zip.end();
  (zip.outputStream as Readable).on('error', fail).pipe(output);
  return output;
}
