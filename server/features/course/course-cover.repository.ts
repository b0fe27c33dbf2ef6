import type { Executor } from '../../platform/db/database.ts';
import { isMasked, shownTypes } from '../resource/public.ts';

export function findCover(db: Executor, courseId: string) {
  return db
    .selectFrom('courses')
    .innerJoin('files', 'files.id', 'courses.cover_file_id')
    .select(['files.id', 'files.store_key', 'files.content_type', 'files.size_bytes'])
    .where('courses.id', '=', courseId)
    .where('files.content_type', 'in', shownTypes)
    .where(({ not }) => not(isMasked))
    .executeTakeFirst();
}
