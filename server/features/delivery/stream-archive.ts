import { PassThrough, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { ArchiveNames } from './archive-names.ts';
import type { DownloadFile } from './download.repository.ts';

/** The files one after the other, as they are: media is packed already, and nobody waits for a processor. */
export function streamArchive(
  fileStore: FileStore,
  files: readonly DownloadFile[],
  note: { name: string; text: string } | undefined,
): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  const names = new ArchiveNames();
  let current: Readable | undefined;
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);
  // A browser that goes away must not leave a file open.
  output.on('close', () => current?.destroy());
  for (const file of files) {
    const options = { mtime: file.storedAt, compress: false, size: file.sizeBytes };
    zip.addReadStreamLazy(names.take(file.fileName), options, (take) => {
      fileStore.open(file.storeKey).then(({ stream }) => {
        current = stream;
        stream.on('error', fail);
        if (output.destroyed) stream.destroy();
        else take(null, stream);
      }, fail);
    });
  }
  if (note) zip.addBuffer(Buffer.from(note.text), names.take(note.name), { compress: false });
  zip.end();
  (zip.outputStream as Readable).on('error', fail).pipe(output);
  return output;
}
