import { createHash } from 'node:crypto';

/** So many bits are kept of a hash: they fit a number exactly, and a million people hardly ever share one. */
export const viewerBits = 52;

/** Tells people apart, and nobody who they are. The migration of older events does the same in SQL. */
export function viewerHash(salt: Buffer, name: string): number {
  const hash = createHash('sha256').update(salt).update(name).digest();
  return (hash.readUInt32BE(0) & 0x000f_ffff) * 2 ** 32 + hash.readUInt32BE(4);
}
