import type { OutputOf } from '@lectern/contract/endpoint.ts';
import type { getMyStorage } from '@lectern/contract/features/library.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { sumByKind } from './library.repository.ts';
import type { LibraryService } from './library.service.ts';

/** Storage figures shown next to one's own resources. */
export class MyStorageService {
  readonly #db: Db;
  readonly #libraries: LibraryService;

  constructor(db: Db, libraries: LibraryService) {
    this.#db = db;
    this.#libraries = libraries;
  }

  async get({ principal: { userId } }: SignedInContext): Promise<OutputOf<typeof getMyStorage>> {
    const libraryId = await this.#libraries.personalLibraryOf(this.#db, userId);
    const [room, byKind] = await Promise.all([this.#libraries.room(this.#db, libraryId), sumByKind(this.#db, userId)]);
    return { ...room, byKind };
  }
}
