import { ZipFile } from 'yazl';

/** A zip archive of small files with these names. */
export function zipOf(names: readonly string[]): Promise<ArrayBuffer> {
  const zip = new ZipFile();
  for (const name of names) zip.addBuffer(Buffer.from(name), name);
  zip.end({ forceZip64Format: false, comment: 'of the first week' });
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  return new Promise((resolve, reject) => {
    zip.outputStream.on('data', (chunk: Uint8Array<ArrayBuffer>) => chunks.push(chunk));
    zip.outputStream.on('end', () => resolve(new Blob(chunks).arrayBuffer()));
    zip.outputStream.on('error', reject);
  });
}
