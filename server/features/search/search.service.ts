import { passesRouteFilter } from '@lectern/contract/access.ts';
import { onResourceDetail } from '@lectern/contract/features/resource.ts';
import type { SearchHit } from '@lectern/contract/features/search.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { type Condition, preparedFor } from '../../platform/list/list-source.ts';
import { searchWords } from '../../platform/list/search-words.ts';
import type { ResourceRows } from '../../platform/resource-rows.ts';
import { type FoundRecord, listByBeginning, listByTitle, listMatching } from './search.repository.ts';
import { presentHit } from './search-hit.presenter.ts';

const ranks: readonly SearchHit['found'][] = ['title', 'tag', 'fileName', 'author', 'description', 'similar'];

/** What the palette finds. Better places first: each step is asked only for what the ones before did not give. */
export class SearchService {
  readonly #db: Db;
  readonly #resources: ResourceRows;

  constructor(db: Db, resources: ResourceRows) {
    this.#db = db;
    this.#resources = resources;
  }

  async resources({ principal }: SignedInContext, text: string, size: number): Promise<SearchHit[]> {
    const words = searchWords(text);
    if (words.length === 0 || !onResourceDetail.pages.some((page) => passesRouteFilter(principal, page))) return [];
    const readable = this.#resources.readable(principal);
    const found = new Map<string, SearchHit>();
    const keep = (records: readonly FoundRecord[], isSimilar = false) => {
      const hits = records.map((record) => presentHit(record, words, isSimilar));
      for (const hit of hits.sort((left, right) => ranks.indexOf(left.found) - ranks.indexOf(right.found))) {
        if (found.size < size && !found.has(hit.id)) found.set(hit.id, hit);
      }
    };
    keep(await listByBeginning(this.#db, text, readable, size));
    if (found.size < size) keep(await listByTitle(this.#db, words, readable, size));
    if (found.size < size) keep(await listMatching(this.#db, await this.#anywhere(text), readable, size * 3));
    if (found.size === 0) keep(await this.#similar(text, readable, size), true);
    return [...found.values()];
  }

  async #anywhere(text: string): Promise<Condition> {
    const source = await preparedFor(this.#db, this.#resources.source, text);
    return source.search(text);
  }

  async #similar(text: string, readable: Condition, size: number): Promise<FoundRecord[]> {
    const condition = await this.#resources.source.similarSearch?.(this.#db, text);
    return condition ? listMatching(this.#db, condition, readable, size) : [];
  }
}
