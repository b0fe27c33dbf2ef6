import { AppError } from '../../platform/app-error.ts';
import { type ArchiveEntry, isJunk, openArchive, safePath } from './open-archive.ts';

const codes = {
  unsafe: 'archiveUnsafe',
  protected: 'archiveProtected',
  inflates: 'fileInflates',
  damaged: 'fileDamaged',
  empty: 'archiveEmpty',
} as const;

/** The user-facing error for an archive that is rejected. */
export function archiveRefusal(problem: ArchiveProblem): AppError {
  if (problem.kind === 'tooMany') return new AppError('archiveTooMany', { params: { limit: problem.limit } });
  if (problem.kind === 'repeated')
    return new AppError('archiveRepeats', { params: { name: problem.name.slice(0, 200) } });
  if (problem.kind === 'unsupported') {
    return new AppError('archiveUnsupported', { params: { name: problem.name.slice(0, 200), method: problem.method } });
  }
  return new AppError(codes[problem.kind]);
}

type FilePart = { sizeBytes: number; read(start: number, length: number): Promise<Buffer> };

type ArchiveProblem =
  | { kind: 'unsafe' | 'protected' | 'inflates' | 'damaged' | 'empty' }
  | { kind: 'repeated'; name: string }
  | { kind: 'unsupported'; name: string; method: string }
  | { kind: 'tooMany'; limit: number };

const mostEntries = 10_000;
/**
 * Zip bomb limits: the archive is rejected when its contents exceed both this size and this ratio, which real files
 * never reach.
 */
const inflatedBytes = 100 * 1024 ** 2;
const inflatedTimes = 100;

/** Checks the whole directory of an archive before unpacking anything. One bad entry rejects the archive. */
export async function judgeArchive(file: FilePart): Promise<ArchiveProblem | undefined> {
  const archive = await openArchive(file).catch(() => undefined);
  if (!archive) return { kind: 'damaged' };
  const offsets = new Set<number>();
  const names = new Set<string>();
  let files = 0;
  let inflated = 0;
  try {
    for await (const entry of archive.entries()) {
      const problem = judgeEntry(entry, offsets);
      if (problem) return { kind: problem };
      if (entry.isFolder || isJunk(entry.name)) continue;
      const { name } = entry;
      if (names.has(nameOnDisk(name))) return { kind: 'repeated', name };
      names.add(nameOnDisk(name));
      if (!entry.isSupported) return { kind: 'unsupported', name, method: entry.method };
      files += 1;
      inflated += entry.sizeBytes;
      if (files > mostEntries) return { kind: 'tooMany', limit: mostEntries };
      if (inflated > inflatedBytes && inflated > file.sizeBytes * inflatedTimes) return { kind: 'inflates' };
    }
  } catch {
    return { kind: 'damaged' };
  } finally {
    archive.close();
  }
  return files === 0 ? { kind: 'empty' } : undefined;
}

/** Many file systems treat names that differ only in case or Unicode composition as one file. */
function nameOnDisk(name: string): string {
  return name
    .replaceAll('\\', '/')
    .replace(/\/{2,}|\/(?:\.\/)+/g, '/')
    .normalize('NFC')
    .toLowerCase();
}

function judgeEntry(entry: ArchiveEntry, offsets: Set<number>): 'unsafe' | 'protected' | 'inflates' | undefined {
  if (entry.isLink || safePath(entry.name) === undefined) return 'unsafe';
  if (entry.isProtected) return 'protected';
  // Overlapping entries are a way to build a zip bomb.
  if (offsets.has(entry.offsetBytes)) return 'inflates';
  offsets.add(entry.offsetBytes);
  return undefined;
}
