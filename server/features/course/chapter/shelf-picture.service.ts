import { sql } from 'kysely';
import { AppError } from '../../../platform/app-error.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { Condition } from '../../../platform/list/list-source.ts';
import type { DeliveredFile } from '../../../platform/storage/delivered-file.ts';
import { mayEdit } from '../course.policy.ts';
import { findReadable } from '../course.repository.ts';
import { getChapter } from './chapter.repository.ts';

type Dependencies = {
  db: Db;
  /** Which resources this person may read, whatever pages they hold. */
  readable(principal: Principal): Condition;
  /** The current one, with what is masked covered. */
  rendition(ids: { resourceId: string; renditionId: string }, readable: Condition): Promise<DeliveredFile | undefined>;
};
type Ids = { id: string; resourceId: string; renditionId: string };

/**
 * The small pictures on the shelf of a chapter, for those who hold the page of courses and none of resources: of what they
 * may put into this chapter, and nothing of it but that picture.
 */
export class ShelfPictureService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async get(principal: Principal, { id, resourceId, renditionId }: Ids): Promise<DeliveredFile> {
    const { db, readable, rendition } = this.#dependencies;
    const chapter = await getChapter(db, id);
    const course = await findReadable(db, principal, chapter.course_id);
    if (!mayEdit(principal, course)) throw new AppError('notFound');
    const shown = sql<boolean>`(resources.thumbnail_id = ${renditionId}::uuid and resources.state <> 'trashed'
      and ${readable(principal)})`;
    const found = await rendition({ resourceId, renditionId }, shown);
    if (!found) throw new AppError('notFound');
    return found;
  }
}

/** The address of such a picture, of the one that the lists of resources have. */
export function asOfShelf(thumbnail: string | null, chapterId: string, resourceId: string): string | null {
  return thumbnail && `/chapters/${chapterId}/shelf/${resourceId}/${thumbnail.split('/').at(-1)}`;
}
