import type { Executor } from '../../platform/db/database.ts';
import { isMasked, shownTypes } from '../resource/public.ts';

export function findCover(db: Executor, columnId: string) {
  return db
    .selectFrom('columns')
    .innerJoin('files', 'files.id', 'columns.cover_file_id')
    .select(['files.id', 'files.store_key', 'files.content_type', 'files.size_bytes'])
    .where('columns.id', '=', columnId)
    .where('files.content_type', 'in', shownTypes)
    .where(({ not }) => not(isMasked))
    .executeTakeFirst();
}
