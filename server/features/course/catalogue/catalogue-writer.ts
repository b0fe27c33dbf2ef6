import { recordActivity } from '../../../platform/activity/record-activity.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { judgeEdit } from '../course.policy.ts';
import { type LockedCourse, lockReadable } from '../course.repository.ts';
import type { CourseAnnouncer } from '../course-announcer.ts';
import { listPlaces, raiseCatalogueVersion } from './catalogue.repository.ts';
import { insertChange, readRows, type Touched } from './catalogue-change.repository.ts';

type Concerned = { chapterIds?: readonly string[]; itemIds?: readonly string[] };
export type Deed = Concerned & {
  /** Such as `chaptersMoved`: names the change in the activity. */
  what: string;
  /** The chapter in which it happened, whose history has it as well. */
  chapterId?: string;
  /** What is worth telling of it. */
  told: Record<string, unknown>;
  work(transaction: Executor): Promise<void>;
};

/** The one way to change a catalogue: judged, told, counted, and kept so that it can be taken back. */
export class CatalogueWriter {
  readonly #announcer: CourseAnnouncer;

  constructor(announcer: CourseAnnouncer) {
    this.#announcer = announcer;
  }

  /** A course that this person may change; `version`: of the catalogue, as they saw it. */
  async take(transaction: Executor, context: SignedInContext, id: string, version?: number): Promise<LockedCourse> {
    const course = await lockReadable(transaction, context.principal, id);
    judgeEdit(context.principal, course);
    if (version !== undefined && version !== course.catalogue_version) throw new AppError('changedMeanwhile');
    return course;
  }

  /** Answers the way back; null: everything is as it was. */
  async write(
    transaction: Executor,
    context: SignedInContext,
    course: LockedCourse,
    { what, told, chapterId, chapterIds = [], itemIds = [], work }: Deed,
  ): Promise<string | null> {
    const read = async () => ({
      chapters: await readRows(transaction, 'chapters', course.id, chapterIds),
      items: await readRows(transaction, 'chapter_resources', course.id, itemIds),
    });
    const before = await read();
    await work(transaction);
    const after = await read();
    const chapters = touched(chapterIds, before.chapters, after.chapters);
    const items = touched(itemIds, before.items, after.items);
    if (chapters.length === 0 && items.length === 0) return null;
    await raiseCatalogueVersion(transaction, course.id);
    await recordActivity(transaction, context, {
      action: `course.${what}`,
      objectType: 'course',
      objectId: course.id,
      after: told,
    });
    if (chapterId) {
      const change = { action: `chapter.${what}`, objectType: 'chapter', objectId: chapterId, after: told };
      await recordActivity(transaction, context, change);
    }
    await this.#announcer.changed(transaction, course.id);
    return insertChange(transaction, course.id, { what, chapters, items });
  }

  /** Chapters by id, all of them of this course; anything else does not exist here. */
  async places(transaction: Executor, courseId: string, ids: readonly (string | null)[]) {
    const places = await listPlaces(transaction, courseId);
    const known = new Set(places.map((place) => place.id));
    if (ids.some((id) => id !== null && !known.has(id))) throw new AppError('notFound');
    return places;
  }
}

const kept = ['version', 'updated_at'];

function touched(
  ids: readonly string[],
  before: ReadonlyMap<string, Record<string, unknown> & { id: string }>,
  after: ReadonlyMap<string, Record<string, unknown> & { id: string }>,
): Touched[] {
  return ids
    .map((id) => ({ id, before: before.get(id) ?? null, after: after.get(id) ?? null }))
    .filter((one) => differing(one.before, one.after).length > 0);
}

/** Columns in which two rows differ, without those that every change writes. */
export function differing(one: Record<string, unknown> | null, other: Record<string, unknown> | null): string[] {
  const names = Object.keys(one ?? other ?? {}).filter((name) => !kept.includes(name));
  return names.filter((name) => JSON.stringify(one?.[name]) !== JSON.stringify(other?.[name]));
}
