import type { Refusal as KindRefusal, MediaKind } from '../../engines/file-kind/port.ts';
import { AppError } from '../../platform/app-error.ts';
import { bytesInUnits } from '../../platform/error-values.ts';

type Announced = { fileName: string; relativePath: string; sizeBytes: number };
type Room = { quotaBytes: number | null; usedBytes: number };

const deepestFolder = 30;

/** Refuses names that would have to be changed to be valid file names. */
function isFileName(name: string): boolean {
  return name.trim() !== '' && name !== '.' && name !== '..' && !/[/\p{Cc}]/u.test(name);
}

function isRelativePath(path: string): boolean {
  if (path === '') return true;
  const names = path.split('/');
  return names.length <= deepestFolder && names.every((name) => isFileName(name) && name.length <= 200);
}

/** Checks everything known before the first byte arrives. */
export function judgeAnnounced(
  file: Announced,
  limits: { maxFileBytes: number; promised: MediaKind | 'archive' | undefined; extension: string },
): AppError | undefined {
  if (!isFileName(file.fileName) || !isRelativePath(file.relativePath)) return new AppError('fileNameRefused');
  if (file.sizeBytes === 0) return new AppError('fileEmpty');
  if (file.sizeBytes > limits.maxFileBytes) {
    return new AppError('tooLarge', { params: { limit: bytesInUnits(limits.maxFileBytes) } });
  }
  if (limits.promised) return undefined;
  const kind = limits.extension ? `.${limits.extension}` : 'no ending';
  return new AppError('kindRefused', { params: { kind } });
}

export function judgeRoom(room: Room, reservedBytes: number, sizeBytes: number): AppError | undefined {
  if (room.quotaBytes === null) return undefined;
  const free = room.quotaBytes - room.usedBytes - reservedBytes;
  if (sizeBytes <= free) return undefined;
  const params = { free: bytesInUnits(Math.max(0, free)), quota: bytesInUnits(room.quotaBytes) };
  return new AppError('libraryFull', { params });
}

export function refusalOf(refusal: KindRefusal): AppError {
  switch (refusal.problem) {
    case 'empty':
      return new AppError('fileEmpty');
    case 'refused':
      return new AppError('kindRefused', { params: { kind: refusal.what } });
    case 'differs':
      return new AppError('contentDiffers', { params: { extension: refusal.extension } });
    case 'damaged':
      return new AppError('fileDamaged');
    case 'large':
      return new AppError('tooLarge', { params: { limit: refusal.limit } });
    case 'inflates':
      return new AppError('fileInflates');
  }
}
