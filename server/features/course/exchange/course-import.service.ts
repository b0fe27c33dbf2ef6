import { catalogueLimits } from '@lectern/contract/features/course-catalogue.ts';
import type { CourseImported } from '@lectern/contract/features/course-exchange.ts';
import { sql } from 'kysely';
import type { ArchiveEntry } from '../../../engines/archive/open-archive.ts';
import { recordActivity } from '../../../platform/activity/record-activity.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Db, Executor } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { newId } from '../../../platform/new-id.ts';
import type { ResourceRows } from '../../../platform/resource-rows.ts';
import type { FileStore, StoredFile } from '../../../platform/storage/file-store.ts';
import type { CourseService } from '../course.service.ts';
import { replacePeople } from '../people.repository.ts';
import type { PlannedChapter, PlannedCourse, PlannedItem } from './course-file.ts';
import { type ReadCourse, readCourseFile } from './read-course-file.ts';

/** How files become resources: the same way as any upload, told by the feature it belongs to. */
export type Intake = {
  findTwin(db: Executor, principal: Principal, sha256: Buffer): Promise<{ id: string } | undefined>;
  /** Throws where such a file is not kept here. */
  bringIn(
    transaction: Executor,
    context: SignedInContext,
    file: { stored: StoredFile; name: string; title: string; libraryId: string | undefined },
  ): Promise<string>;
};
type Parts = {
  db: Db;
  courses: CourseService;
  fileStore: Pick<FileStore, 'write' | 'remove'>;
  resources: ResourceRows;
  intake: Intake;
  largestFile(): Promise<number>;
};
type Wanted = { name: string; code?: string | undefined; term?: string | undefined; libraryId?: string | undefined };
type Counts = { matched: number; broughtIn: number };

/** New drafts from files of other places. Whatever goes wrong, nothing is left of it. */
export class CourseImportService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async import(context: SignedInContext, bytes: Uint8Array, wanted: Wanted): Promise<CourseImported> {
    const read = await readCourseFile(bytes);
    const stored: StoredFile[] = [];
    try {
      const chapters = countChapters(read.plan.chapters);
      if (chapters > catalogueLimits.chapters) {
        throw new AppError('tooMany', { params: { limit: catalogueLimits.chapters } });
      }
      if (depthOf(read.plan.chapters) > catalogueLimits.depth) {
        throw new AppError('tooDeep', { params: { limit: catalogueLimits.depth } });
      }
      return await this.#parts.db
        .transaction()
        .execute((transaction) => this.#make(transaction, context, read, wanted, stored));
    } catch (error) {
      for (const { storeKey } of stored) await this.#parts.fileStore.remove(storeKey);
      throw error;
    } finally {
      read.close();
    }
  }

  async #make(
    transaction: Executor,
    context: SignedInContext,
    { plan, files }: ReadCourse,
    wanted: Wanted,
    stored: StoredFile[],
  ): Promise<CourseImported> {
    const courseId = newId();
    const { name, description, language, audience, people } = plan.course;
    const code = wanted.code ?? plan.course.code;
    const term = wanted.term ?? plan.course.term;
    const subjectId = await findSubject(transaction, plan.course.subjectCode);
    await this.#parts.courses.add(transaction, context, courseId, {
      name,
      code,
      term,
      description,
      language,
      audience,
      subjectId,
    });
    await replacePeople(
      transaction,
      courseId,
      uniquePeople(people).map((person) => ({ userId: null, ...person })),
    );
    const counts: Counts = { matched: 0, broughtIn: 0 };
    const leftOut: CourseImported['leftOut'] = [...plan.leftOut];
    const known = new Map<string, string>();
    const resourceOf = async (item: PlannedItem): Promise<string | undefined> => {
      const key = item.path ?? item.sha256 ?? item.id ?? '';
      const before = known.get(key);
      if (before) return before;
      try {
        const entry = item.path ? files.get(item.path) : undefined;
        const found = await this.#resource(transaction, context, item, entry, { counts, stored, ...wanted });
        if (found) known.set(key, found);
        else leftOut.push({ title: item.title, why: noSuch[context.language] });
        return found;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        leftOut.push({ title: item.title, why: error.messageIn(context.language) });
        return undefined;
      }
    };
    const add = async (chapters: readonly PlannedChapter[], parentId: string | null): Promise<void> => {
      for (const [at, chapter] of chapters.entries()) {
        const id = newId();
        await insertChapter(transaction, { id, courseId, parentId, position: at + 1 }, chapter);
        for (const [place, item] of chapter.items.slice(0, catalogueLimits.resources).entries()) {
          const resourceId = await resourceOf(item);
          if (!resourceId) continue;
          const by = context.principal.userId;
          await insertItem(transaction, { courseId, chapterId: id, resourceId, position: place + 1, by }, item);
        }
        await add(chapter.chapters, id);
      }
    };
    await add(plan.chapters, null);
    const after = { name, file: wanted.name, ...counts, leftOut: leftOut.length };
    const change = { action: 'course.imported', objectType: 'course', objectId: courseId, after };
    await recordActivity(transaction, context, change);
    return { courseId, name, chapters: countChapters(plan.chapters), ...counts, leftOut };
  }

  /** The file that came along, or its twin; else what has the same bytes, or the same id, and is theirs to read. */
  async #resource(
    transaction: Executor,
    context: SignedInContext,
    item: PlannedItem,
    entry: ArchiveEntry | undefined,
    { counts, stored, libraryId }: { counts: Counts; stored: StoredFile[]; libraryId?: string | undefined },
  ): Promise<string | undefined> {
    const { fileStore, intake, resources, largestFile } = this.#parts;
    const { principal } = context;
    const matched = (id: string) => {
      counts.matched += 1;
      return id;
    };
    if (entry) {
      const maxBytes = Math.min(await largestFile(), entry.sizeBytes);
      const file = await fileStore.write(await entry.open(), { maxBytes, expectedBytes: entry.sizeBytes });
      stored.push(file);
      const twin = await intake.findTwin(transaction, principal, file.sha256);
      if (twin) {
        await forget(fileStore, stored, file);
        return matched(twin.id);
      }
      const name = (item.path ?? '').split('/').at(-1) ?? 'file';
      // A refusal halfway takes back what was written before it, and nothing else.
      await sql`savepoint course_file`.execute(transaction);
      try {
        const id = await intake.bringIn(transaction, context, { stored: file, name, title: item.title, libraryId });
        counts.broughtIn += 1;
        return id;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        await sql`rollback to savepoint course_file`.execute(transaction);
        await forget(fileStore, stored, file);
        throw error;
      }
    }
    const twin = item.sha256
      ? await intake.findTwin(transaction, principal, Buffer.from(item.sha256, 'hex'))
      : undefined;
    if (twin) return matched(twin.id);
    const same = item.id ? (await resources.read(transaction, principal, [item.id])).get(item.id) : undefined;
    return same && same.state !== 'trashed' ? matched(same.id) : undefined;
  }
}

const noSuch = {
  en: 'No such file is here, and none came along.',
  zh: '此处没有该文件，导入文件中也未包含。',
} as const;

async function forget(fileStore: Parts['fileStore'], stored: StoredFile[], file: StoredFile): Promise<void> {
  stored.splice(stored.indexOf(file), 1);
  await fileStore.remove(file.storeKey);
}

async function findSubject(transaction: Executor, code: string | null): Promise<string | null> {
  if (!code) return null;
  const { rows } = await sql<{ id: string }>`select id from subjects
    where lower(code) = lower(${code}) and disabled_at is null`.execute(transaction);
  return rows[0]?.id ?? null;
}

function uniquePeople(people: PlannedCourse['course']['people']) {
  return [...new Map(people.map((person) => [`${person.part}:${person.name.toLowerCase()}`, person])).values()];
}

type ChapterPlace = { id: string; courseId: string; parentId: string | null; position: number };
async function insertChapter(transaction: Executor, place: ChapterPlace, chapter: PlannedChapter): Promise<void> {
  const [from, until] = [chapter.availableFrom, chapter.availableUntil];
  if (from && until && new Date(from) >= new Date(until)) {
    throw new AppError('courseFileRefused', { params: { reason: `${chapter.title}: it ends before it begins.` } });
  }
  await transaction
    .insertInto('chapters')
    .values({
      id: place.id,
      course_id: place.courseId,
      parent_id: place.parentId,
      position: place.position,
      title: chapter.title,
      goals: chapter.goals,
      body: chapter.body,
      visible: chapter.visible,
      available_from: from,
      available_until: until,
    })
    .execute();
}

type ItemPlace = { courseId: string; chapterId: string; resourceId: string; position: number; by: string };
async function insertItem(transaction: Executor, place: ItemPlace, item: PlannedItem): Promise<void> {
  const isPart = item.startMs === null || item.endMs === null || item.endMs > item.startMs;
  await transaction
    .insertInto('chapter_resources')
    .values({
      id: newId(),
      chapter_id: place.chapterId,
      course_id: place.courseId,
      resource_id: place.resourceId,
      position: place.position,
      required: item.required,
      start_ms: isPart ? item.startMs : null,
      end_ms: isPart ? item.endMs : null,
      note: item.note,
      added_by: place.by,
    })
    .execute();
}

function countChapters(chapters: readonly PlannedChapter[]): number {
  return chapters.reduce((sum, chapter) => sum + 1 + countChapters(chapter.chapters), 0);
}

function depthOf(chapters: readonly PlannedChapter[]): number {
  return chapters.reduce((deepest, chapter) => Math.max(deepest, 1 + depthOf(chapter.chapters)), 0);
}
