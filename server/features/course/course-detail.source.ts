import { chapterDetail, chapterFields } from '@lectern/contract/features/chapter.ts';
import { courseFields } from '@lectern/contract/features/course.ts';
import { courseDetail } from '@lectern/contract/features/course-detail.ts';
import { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { DetailSource } from '../../platform/detail/detail-source.ts';
import { getChapter } from './chapter/chapter.repository.ts';
import { type ChapterService, chapterValues } from './chapter/chapter.service.ts';
import { mayEdit } from './course.policy.ts';
import { findReadable } from './course.repository.ts';
import type { CourseService } from './course.service.ts';
import { valuesOf } from './course-fields.ts';

const courseChanges = z.strictObject(courseFields).partial();
const chapterChanges = z.strictObject(chapterFields).partial();

/** Undefined instead of a notFound error. */
async function unlessMissing<T>(find: Promise<T>): Promise<T | undefined> {
  return find.catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'notFound') return undefined;
    throw error;
  });
}

export function courseDetailSource(courses: Pick<CourseService, 'update'>): DetailSource {
  return {
    detail: courseDetail,
    async find(db, principal, id) {
      const course = await unlessMissing(findReadable(db, principal, id));
      return course && { version: course.version, mayEdit: mayEdit(principal, course), values: valuesOf(course) };
    },
    async change(context, id, values, version) {
      const parsed = courseChanges.safeParse(values);
      // An old value may no longer be valid.
      if (!parsed.success) throw new AppError('nothingToRevert');
      await courses.update(context, id, { ...parsed.data, version });
    },
  };
}

export function chapterDetailSource(chapters: Pick<ChapterService, 'update'>): DetailSource {
  return {
    detail: chapterDetail,
    find: (db: Executor, principal, id) =>
      unlessMissing(
        (async () => {
          const chapter = await getChapter(db, id);
          const course = await findReadable(db, principal, chapter.course_id);
          return {
            version: chapter.version,
            mayEdit: mayEdit(principal, course),
            values: chapterValues(chapter),
          };
        })(),
      ),
    async change(context, id, values, version) {
      const parsed = chapterChanges.safeParse(values);
      if (!parsed.success) throw new AppError('nothingToRevert');
      await chapters.update(context, id, { ...parsed.data, version });
    },
  };
}
