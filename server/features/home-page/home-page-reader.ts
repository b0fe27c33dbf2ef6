import type { HomeAudience } from '@lectern/contract/features/home-page-words.ts';
import type { Db } from '../../platform/db/database.ts';
import type { ShownHomePage } from './home-content.ts';

/** What the published home page shows, decided anew with every question: nothing that is not public stays on it. */
export class HomePageReader {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async shownAt(_at: Date, _audience: HomeAudience): Promise<ShownHomePage> {
    void this.#db;
    return { number: null, publishedAt: null, slots: [] };
  }
}
