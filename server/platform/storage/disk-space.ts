import { statfs } from 'node:fs/promises';

export async function diskSpace(path: string): Promise<{ path: string; freeBytes: number; totalBytes: number }> {
  const { bsize, bavail, blocks } = await statfs(path);
  return { path, freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
