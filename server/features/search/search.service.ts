import { passesRouteFilter } from '@lectern/contract/access.ts';
import { onResourceDetail } from '@lectern/contract/features/resource.ts';
import type { PassageGroup, SearchHit } from '@lectern/contract/features/search.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { type Condition, preparedFor } from '../../platform/list/list-source.ts';
import { searchWords } from '../../platform/list/search-words.ts';
import { isAmongFound, isMetSoon, passageWords, presentPassage, type WantedPassages } from '../passage/public.ts';
import type { ResourceRows } from '../resource/public.ts';
import {
  type FoundRecord,
  type FoundResource,
  listByBeginning,
  listByTitle,
  listFound,
  listLatestHolding,
  listMatching,
  listPassagesOf,
} from './search.repository.ts';
import { presentHit, thumbnailOf } from './search-hit.presenter.ts';

const ranks: readonly SearchHit['found'][] = ['title', 'tag', 'fileName', 'author', 'description', 'similar'];

/** Search for the command palette: best matches first; each step only fills what earlier ones left. */
export class SearchService {
  readonly #db: Db;
  readonly #resources: ResourceRows;

  constructor(db: Db, resources: ResourceRows) {
    this.#db = db;
    this.#resources = resources;
  }

  async resources({ principal }: SignedInContext, text: string, size: number): Promise<SearchHit[]> {
    const words = searchWords(text);
    if (words.length === 0 || !mayLookAtResources(principal)) return [];
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

  /** Searches passages, latest resources first, however common the words are. */
  async passages(
    { principal }: SignedInContext,
    { text, size, sources }: { text: string; size: number; sources?: WantedPassages['sources'] },
  ): Promise<PassageGroup[]> {
    const wanted = { words: passageWords(text), sources };
    if (wanted.words.length === 0 || !mayLookAtResources(principal)) return [];
    const resources = await this.#holding(wanted, this.#resources.readable(principal), size);
    const ids = resources.map(({ id }) => id);
    const passages = await listPassagesOf(this.#db, ids, wanted);
    return resources.map((resource) => ({
      id: resource.id,
      kind: resource.kind,
      state: resource.state,
      title: resource.title,
      thumbnail: thumbnailOf(resource),
      passages: passages
        .filter((passage) => passage.resource_id === resource.id)
        .map((passage) => presentPassage(passage, wanted.words)),
    }));
  }

  async #holding(wanted: WantedPassages, readable: Condition, size: number): Promise<FoundResource[]> {
    if (await isMetSoon(this.#db, wanted, size)) {
      const latest = await listLatestHolding(this.#db, wanted, readable, size);
      if (latest.length === size) return latest;
    }
    return listFound(this.#db, await isAmongFound(this.#db, wanted), readable, size);
  }

  async #anywhere(text: string): Promise<Condition> {
    const { source } = this.#resources;
    const prepared = await preparedFor(this.#db, source, { tab: source.list.tabs[0], search: text });
    return prepared.search(text);
  }

  async #similar(text: string, readable: Condition, size: number): Promise<FoundRecord[]> {
    const condition = await this.#resources.source.planner?.search?.similar?.(this.#db, text);
    return condition ? listMatching(this.#db, condition, readable, size) : [];
  }
}

function mayLookAtResources(principal: Principal): boolean {
  return onResourceDetail.pages.some((page) => passesRouteFilter(principal, page));
}
