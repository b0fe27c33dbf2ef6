import { AppError } from '../app-error.ts';

const fullCodes = new Set(['ENOSPC', 'EDQUOT']);

/** Maps missing space, inodes or quota to one error. */
export function asStorageFull(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return fullCodes.has(code) ? new AppError('storageFull', { cause: error }) : error;
}

const gibibyte = 1024 ** 3;

/** Space reserved for the database and logs; without it, a full disk would stop everything. */
export function freeSpaceFloor(totalBytes: number): number {
  return Math.max(2 * gibibyte, totalBytes * 0.05);
}
