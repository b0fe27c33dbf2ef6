import { archiveRefusal, judgeArchive } from '../../../engines/archive/archive-refusal.ts';
import { type ArchiveEntry, openArchive } from '../../../engines/archive/open-archive.ts';
import { safePath } from '../../../engines/archive/safe-path.ts';
import { AppError } from '../../../platform/app-error.ts';
import {
  courseFile,
  courseFileFormat,
  courseFileRefused,
  type PlannedChapter,
  type PlannedCourse,
  readVersions,
} from './course-file.ts';
import { readCartridge } from './read-cartridge.ts';

/** The plan, and the files that came along by their way in the archive. */
export type ReadCourse = {
  plan: PlannedCourse;
  /** Only while it is read. */
  files: Map<string, ArchiveEntry>;
  close(): void;
};

const largestText = 10 * 1024 * 1024;
const mostItems = 5_000;
const deepestBrackets = 64;

/** Told apart by what it holds: our JSON, an archive with it, or a Common Cartridge. Anything else is refused with why. */
export async function readCourseFile(bytes: Uint8Array): Promise<ReadCourse> {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (content.length === 0) throw new AppError('fileEmpty');
  const isArchive = content.subarray(0, 2).toString('latin1') === 'PK';
  const read = isArchive ? await readArchive(content) : readJson(content);
  if (countItems(read.plan.chapters) > mostItems) throw new AppError('tooMany', { params: { limit: mostItems } });
  return read;
}

function readJson(content: Buffer): ReadCourse {
  if (content.length > largestText) throw new AppError('tooLarge', { params: { limit: '10 MB' } });
  return { plan: planOf(content), files: new Map(), close: () => undefined };
}

function planOf(content: Buffer): PlannedCourse {
  let said: unknown;
  if (isTooDeep(content)) throw courseFileRefused('tooDeep');
  try {
    said = JSON.parse(content.toString('utf8'));
  } catch {
    throw courseFileRefused('notJson');
  }
  const head = said as { format?: unknown; version?: unknown } | null;
  if (head?.format !== courseFileFormat) throw courseFileRefused('wrongFormat', { format: courseFileFormat });
  if (!readVersions.some((version) => version === head.version))
    throw courseFileRefused('wrongVersion', {
      version: String(head.version).slice(0, 20),
      versions: readVersions.join(', '),
    });
  const parsed = courseFile.safeParse(said);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.join('.') ?? '';
    throw courseFileRefused('wrongField', { field });
  }
  return { course: parsed.data.course, chapters: parsed.data.chapters as PlannedChapter[], leftOut: [] };
}

/** Before anything walks down: a file made of brackets alone would take all of the stack. */
function isTooDeep(content: Buffer): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < content.length; at += 1) {
    const sign = content[at];
    if (inText) {
      if (sign === 0x5c) at += 1;
      else if (sign === 0x22) inText = false;
    } else if (sign === 0x22) inText = true;
    else if (sign === 0x7b || sign === 0x5b) depth += 1;
    else if (sign === 0x7d || sign === 0x5d) depth -= 1;
    if (depth > deepestBrackets) return true;
  }
  return false;
}

async function readArchive(content: Buffer): Promise<ReadCourse> {
  const file = {
    sizeBytes: content.length,
    read: async (start: number, length: number) => content.subarray(start, start + length),
  };
  const problem = await judgeArchive(file);
  if (problem) throw archiveRefusal(problem);
  const archive = await openArchive(file);
  const files = new Map<string, ArchiveEntry>();
  for await (const entry of archive.entries()) {
    const path = safePath(entry.name);
    if (!path || entry.isFolder) continue;
    files.set([path.folder, path.name].filter(Boolean).join('/'), entry);
  }
  try {
    const plan = await planIn(files);
    return { plan, files, close: () => archive.close() };
  } catch (error) {
    archive.close();
    throw error;
  }
}

async function planIn(files: ReadonlyMap<string, ArchiveEntry>): Promise<PlannedCourse> {
  const text = async (path: string) => {
    const entry = files.get(path);
    return entry && entry.sizeBytes <= largestText ? entry.readAll(largestText) : undefined;
  };
  const own = (await text('course.json')) ?? (await text('lectern/course.json'));
  if (own) return planOf(own);
  const manifest = await text('imsmanifest.xml');
  if (!manifest) throw courseFileRefused('empty');
  try {
    return await readCartridge(manifest.toString('utf8').replace(/^\ufeff/, ''), async (path) =>
      (await text(path))?.toString('utf8'),
    );
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw courseFileRefused('unreadableManifest');
  }
}

function countItems(chapters: readonly PlannedChapter[]): number {
  return chapters.reduce((sum, chapter) => sum + chapter.items.length + countItems(chapter.chapters), 0);
}
