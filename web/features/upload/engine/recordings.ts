import { isRecording } from '@lectern/contract/features/upload.ts';
import type { UploadFile } from '../../../lib/uploads.ts';
import { namesInZip } from './zip-names.ts';

/** Whether files may be recordings, as far as their own names tell. */
export function mayHoldRecordings(files: readonly UploadFile[]): boolean {
  return files.some(({ file }) => isRecording(file.name) || isZip(file));
}

/** Looks into archives; one that can't be read counts as holding a recording. */
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
