import { coverLimits } from '@lectern/contract/features/course.ts';
import { catalogueLimits } from '@lectern/contract/features/course-catalogue.ts';
import type { CourseImported } from '@lectern/contract/features/course-exchange.ts';
import { sql } from 'kysely';
import type { ArchiveEntry } from '../../../engines/archive/open-archive.ts';
import { detectKind } from '../../../engines/file-kind/detect-kind.ts';
import { recordActivity } from '../../../platform/activity/record-activity.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Db, Executor } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { messagesIn } from '../../../platform/messages.ts';
import { newId } from '../../../platform/new-id.ts';
import { insertFile } from '../../../platform/storage/file-rows.ts';
import type { FileStore, StoredFile } from '../../../platform/storage/file-store.ts';
import type { LibraryService } from '../../library/public.ts';
import { getCurrentVersionId, type ResourceIntakeService, type ResourceRows } from '../../resource/public.ts';
import { readSubtitleFile, type SubtitleChangeService } from '../../subtitle/public.ts';
import { bringIn, refusalOf, storedPart } from '../../upload/public.ts';
import { replacePeople } from '../course.repository.ts';
import type { CourseService } from '../course.service.ts';
import type { CourseCoverService } from '../course-cover.service.ts';
import { courseFileRefused, type PlannedChapter, type PlannedCourse, type PlannedItem } from './course-file.ts';
import { type ReadCourse, readCourseFile } from './read-course-file.ts';

/** Turns files into resources like uploads do. */
type Intake = {
  findTwin(db: Executor, principal: Principal, sha256: Buffer): Promise<{ id: string } | undefined>;
  /** Throws if this type of file isn't accepted. */
  bringIn(
    transaction: Executor,
    context: SignedInContext,
    file: { stored: StoredFile; name: string; title: string; libraryId: string | undefined },
  ): Promise<string>;
  /** For a resource just created; throws if the file contains no subtitles. */
  addSubtitles(
    transaction: Executor,
    context: SignedInContext,
    resourceId: string,
    track: { language: string; label: string; bytes: Uint8Array },
  ): Promise<void>;
};
type Dependencies = {
  db: Db;
  courses: CourseService;
  fileStore: Pick<FileStore, 'write' | 'remove'>;
  resources: ResourceRows;
  intake: Intake;
  covers: Pick<CourseCoverService, 'draw'>;
  largestFile(): Promise<number>;
};
type ImportOptions = {
  name: string;
  code?: string | undefined;
  term?: string | undefined;
  libraryId?: string | undefined;
};
type Counts = { matched: number; broughtIn: number };

/** Imports courses as drafts. A failed import leaves nothing behind. */
export class CourseImportService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async import(context: SignedInContext, bytes: Uint8Array, options: ImportOptions): Promise<CourseImported> {
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
      const cover = await this.#drawCover(context, read, stored);
      return await this.#dependencies.db
        .transaction()
        .execute((transaction) => this.#make(transaction, context, { ...read, cover }, options, stored));
    } catch (error) {
      for (const { storeKey } of stored) await this.#dependencies.fileStore.remove(storeKey);
      throw error;
    } finally {
      read.close();
    }
  }

  /**
   * Runs before the transaction because rendering takes a while. A cover that can't be rendered is reported like any
   * other file.
   */
  async #drawCover({ language }: SignedInContext, { plan, files }: ReadCourse, stored: StoredFile[]) {
    const path = plan.course.cover?.path;
    if (!path) return undefined;
    try {
      const entry = files.get(path);
      if (!entry) throw new AppError('notFound');
      const drawn = await this.#dependencies.covers.draw(await entry.readAll(coverLimits.bytes));
      stored.push(drawn);
      return drawn;
    } catch (error) {
      const why = error instanceof AppError ? error.messageIn(language) : String(error);
      plan.leftOut.push({ title: path, why });
      return undefined;
    }
  }

  async #make(
    transaction: Executor,
    context: SignedInContext,
    { plan, files, cover }: ReadCourse & { cover: StoredFile | undefined },
    options: ImportOptions,
    stored: StoredFile[],
  ): Promise<CourseImported> {
    const courseId = newId();
    const { name, description, language, audience, people } = plan.course;
    const code = options.code ?? plan.course.code;
    const term = options.term ?? plan.course.term;
    const subjectId = await findSubject(transaction, plan.course.subjectCode);
    await this.#dependencies.courses.add(transaction, context, courseId, {
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
    if (cover) await setCover(transaction, context, courseId, cover);
    const counts: Counts = { matched: 0, broughtIn: 0 };
    const leftOut: CourseImported['leftOut'] = [...plan.leftOut];
    const known = new Map<string, string>();
    const resourceOf = async (item: PlannedItem): Promise<string | undefined> => {
      const key = item.path ?? item.sha256 ?? item.id ?? '';
      const before = known.get(key);
      if (before) return before;
      try {
        const entry = item.path ? files.get(item.path) : undefined;
        const target = { counts, stored, libraryId: options.libraryId };
        const { id: found, isNew } = await this.#resource(transaction, context, item, entry, target);
        if (found && isNew) await this.#subtitles(transaction, context, { item, resourceId: found, files, leftOut });
        if (found) known.set(key, found);
        else leftOut.push({ title: item.title, why: messagesIn(context.language).courseFile.noFile });
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
    const after = { name, file: options.name, ...counts, leftOut: leftOut.length };
    const change = { action: 'course.imported', objectType: 'course', objectId: courseId, after };
    await recordActivity(transaction, context, change);
    return { courseId, name, chapters: countChapters(plan.chapters), ...counts, leftOut };
  }

  /**
   * Finds or creates the resource: from the included file or an identical one already here; otherwise a readable
   * resource with the same bytes or id.
   */
  async #resource(
    transaction: Executor,
    context: SignedInContext,
    item: PlannedItem,
    entry: ArchiveEntry | undefined,
    { counts, stored, libraryId }: { counts: Counts; stored: StoredFile[]; libraryId?: string | undefined },
  ): Promise<{ id: string | undefined; isNew?: boolean }> {
    const { fileStore, intake, resources, largestFile } = this.#dependencies;
    const { principal } = context;
    const matched = (id: string) => {
      counts.matched += 1;
      return { id };
    };
    const same = async () => {
      const found = item.id ? (await resources.read(transaction, principal, [item.id])).get(item.id) : undefined;
      return found && found.state !== 'trashed' ? found.id : undefined;
    };
    // Use the original if it is already here, instead of adding a redacted copy.
    const original = item.redacted ? await same() : undefined;
    if (original) return matched(original);
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
      // A refused item rolls back only its own changes.
      await sql`savepoint course_file`.execute(transaction);
      try {
        const id = await intake.bringIn(transaction, context, { stored: file, name, title: item.title, libraryId });
        counts.broughtIn += 1;
        return { id, isNew: true };
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
    const known = await same();
    return known ? matched(known) : { id: undefined };
  }

  async #subtitles(
    transaction: Executor,
    context: SignedInContext,
    given: { item: PlannedItem; resourceId: string; files: ReadCourse['files']; leftOut: CourseImported['leftOut'] },
  ): Promise<void> {
    for (const { language, label, path } of given.item.subtitles ?? []) {
      await sql`savepoint course_subtitle`.execute(transaction);
      try {
        const entry = given.files.get(path);
        if (!entry || entry.sizeBytes > largestSubtitle) throw new AppError('notFound');
        const bytes = await entry.readAll(largestSubtitle);
        await this.#dependencies.intake.addSubtitles(transaction, context, given.resourceId, {
          language,
          label,
          bytes,
        });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        await sql`rollback to savepoint course_subtitle`.execute(transaction);
        given.leftOut.push({ title: path, why: error.messageIn(context.language) });
      }
    }
  }
}

const largestSubtitle = 5 * 1024 * 1024;

async function forget(fileStore: Dependencies['fileStore'], stored: StoredFile[], file: StoredFile): Promise<void> {
  stored.splice(stored.indexOf(file), 1);
  await fileStore.remove(file.storeKey);
}

async function setCover(
  transaction: Executor,
  { principal }: SignedInContext,
  courseId: string,
  stored: StoredFile,
): Promise<void> {
  const file = { ...stored, id: newId(), name: 'cover.jpg', contentType: 'image/jpeg' };
  await insertFile(transaction, { ...file, createdBy: principal.userId });
  await sql`update courses set cover_file_id = ${file.id} where id = ${courseId}`.execute(transaction);
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
    throw courseFileRefused('endsBeforeStart', { title: chapter.title });
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

type IntakeDependencies = {
  fileStore: FileStore;
  libraries: LibraryService;
  intake: ResourceIntakeService;
  subtitles: () => Pick<SubtitleChangeService, 'create'>;
};

/** Files of an imported course are inspected and checked like any other upload. */
export function courseIntake({ fileStore, libraries, intake, subtitles }: IntakeDependencies): Intake {
  return {
    findTwin: (db, principal, sha256) => intake.findDuplicate(db, principal, sha256),
    async bringIn(transaction, context, { stored, name, title, libraryId: chosen }) {
      const format = await detectKind(storedPart(fileStore, stored.storeKey, stored.sizeBytes), name);
      if (format.problem) throw refusalOf(format);
      if (format.kind === 'archive') throw new AppError('kindRefused', { params: { kind: 'zip' } });
      const libraryId = chosen ?? (await libraries.personalLibraryOf(transaction, context.principal.userId));
      const arrived = { stored, format, name, title, libraryId, folderId: null, relativePath: '' };
      return bringIn(transaction, context, { libraries, intake }, arrived, null);
    },
    async addSubtitles(transaction, context, resourceId, { language, label, bytes }) {
      const { cues } = readSubtitleFile(bytes);
      if (cues.length === 0) throw new AppError('fileEmpty');
      const versionId = await getCurrentVersionId(transaction, resourceId);
      const place = { resourceId, versionId, language, label };
      await subtitles().create(transaction, context, place, { cues, origin: 'imported', readingId: null });
    },
  };
}
