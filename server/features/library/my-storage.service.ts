import type { OutputOf } from '@lectern/contract/endpoint.ts';
import type { getMyStorage } from '@lectern/contract/features/library.ts';
import { resourcePath } from '@lectern/contract/features/resource.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { LibraryService } from './library.service.ts';
import { listOwnTasks, sumByKind } from './my-storage.repository.ts';

const tasksShown = 20;

/** What stands beside one's own resources. */
export class MyStorageService {
  readonly #db: Db;
  readonly #libraries: LibraryService;

  constructor(db: Db, libraries: LibraryService) {
    this.#db = db;
    this.#libraries = libraries;
  }

  async get({ principal: { userId } }: SignedInContext): Promise<OutputOf<typeof getMyStorage>> {
    const libraryId = await this.#libraries.personalLibraryOf(this.#db, userId);
    const [room, byKind, tasks] = await Promise.all([
      this.#libraries.room(this.#db, libraryId),
      sumByKind(this.#db, userId),
      listOwnTasks(this.#db, userId, tasksShown),
    ]);
    return {
      ...room,
      byKind,
      tasks: tasks.map((task) => ({
        id: task.id,
        title: task.title,
        link:
          task.resource_id && task.resource_kind
            ? resourcePath({ id: task.resource_id, kind: task.resource_kind })
            : null,
        dueAt: task.due_at?.toISOString() ?? null,
      })),
    };
  }
}
