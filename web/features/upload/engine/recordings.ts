import { isRecording } from '@lectern/contract/features/upload.ts';
import type { UploadFile } from '../../../lib/uploads.ts';

/** Whether any file may be or contain a recording, judged by its name. */
export function mayHoldRecordings(files: readonly UploadFile[]): boolean {
  return files.some(({ file }) => isRecording(file.name) || isZip(file));
}

/** Looks into archives too; an unreadable archive counts as containing a recording. */
export async function holdsRecordings(files: readonly UploadFile[]): Promise<boolean> {
  if (files.some(({ file }) => isRecording(file.name))) return true;
  for (const { file } of files) {
    if (!isZip(file)) continue;
    const names = await namesInZip(file).catch(() => null);
    if (names === null || names.some(isRecording)) return true;
  }
  return false;
}

function isZip(file: File): boolean {
  return /\.zip$/i.test(file.name);
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const endBytes = 22;
const longestComment = 0xffff;
/** Enough for ten thousand entries with long names. */
const mostDirectoryBytes = 8 * 1024 * 1024;

/** File names from the central directory of a ZIP archive; null when it can't be read. */
async function namesInZip(zip: Blob): Promise<string[] | null> {
  const tail = await bytesOf(zip.slice(Math.max(0, zip.size - endBytes - longestComment)));
  let end = tail.byteLength - endBytes;
  while (end >= 0 && tail.getUint32(end, true) !== endSignature) end -= 1;
  if (end < 0) return null;
  const size = tail.getUint32(end + 12, true);
  const start = tail.getUint32(end + 16, true);
  if (size > mostDirectoryBytes || start + size > zip.size) return null;
  const directory = await bytesOf(zip.slice(start, start + size));
  const names: string[] = [];
  for (let at = 0; at + 46 <= size; ) {
    if (directory.getUint32(at, true) !== entrySignature) return null;
    const length = directory.getUint16(at + 28, true);
    if (at + 46 + length > size) return null;
    names.push(new TextDecoder().decode(new Uint8Array(directory.buffer, at + 46, length)));
    at += 46 + length + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
  }
  return names;
}

async function bytesOf(part: Blob): Promise<DataView> {
  return new DataView(await part.arrayBuffer());
}
