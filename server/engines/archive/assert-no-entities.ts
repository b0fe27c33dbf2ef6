import { open } from 'node:fs/promises';
import { InspectionFailure } from '../engine-failure.ts';
import { type ArchiveEntry, openArchive } from './open-archive.ts';

/** DTD declarations come before the first element. */
const lookedAtBytes = 4_096;
const mostParts = 2_000;

/**
 * Rejects Office documents that declare XML entities, which real ones never do: entities can make a parser fetch files
 * or URLs. The file is stored, but no engine opens it.
 */
export async function assertNoEntities(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    const { size: sizeBytes } = await handle.stat();
    const read = async (start: number, length: number) => {
      const bytes = Buffer.alloc(length);
      const { bytesRead } = await handle.read(bytes, 0, length, start);
      return bytes.subarray(0, bytesRead);
    };
    if (!(await findDeclaring({ sizeBytes, read }))) return;
    throw new InspectionFailure('The document refers to external files, so it isn’t opened.');
  } finally {
    await handle.close();
  }
}

/** An unreadable archive passes; rendering the document reports the damage. */
async function findDeclaring(file: Parameters<typeof openArchive>[0]): Promise<boolean> {
  let parts = 0;
  try {
    const archive = await openArchive(file);
    for await (const entry of archive.entries()) {
      parts += 1;
      if (parts > mostParts) return false;
      if (/\.(xml|rels)$/i.test(entry.name) && (await declaresEntities(entry))) return true;
    }
  } catch {
    return false;
  }
  return false;
}

async function declaresEntities(entry: ArchiveEntry): Promise<boolean> {
  const start = await beginningOf(entry);
  // In UTF-16, each of these letters has a zero byte next to it.
  return /<!(DOCTYPE|ENTITY)/i.test(start.subarray(0, lookedAtBytes).toString('latin1').replaceAll('\0', ''));
}

/** The first bytes, as far as they can be read. */
async function beginningOf(entry: ArchiveEntry): Promise<Buffer> {
  let start = Buffer.alloc(0);
  try {
    for await (const chunk of await entry.open()) {
      start = Buffer.concat([start, chunk as Buffer]);
      if (start.length >= lookedAtBytes) break;
    }
  } catch {
    return start;
  }
  return start;
}
