import { AppError } from '../app-error.ts';

/** No space, inodes or quota left; 53100 is PostgreSQL's disk_full. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', '53100']);

export function isStorageFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && fullCodes.has(String(error.code));
}

export function asStorageFull(error: unknown): unknown {
  return isStorageFull(error) ? new AppError('storageFull', { cause: error }) : error;
}

const gibibyte = 1024 ** 3;

/** Space reserved for the database and logs; without it, a full disk would stop everything. */
export function freeSpaceFloor(totalBytes: number): number {
  return Math.max(2 * gibibyte, totalBytes * 0.05);
}
