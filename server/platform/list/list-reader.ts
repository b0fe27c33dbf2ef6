import type { BoundedCount, ListPage } from '@lectern/contract/list/define-list.ts';
import { type RawBuilder, sql } from 'kysely';
import { type DataScope, dataScopeOf } from '../access/data-scope.ts';
import type { Db } from '../db/database.ts';
import type { Principal } from '../http/principal.ts';
import type { CountCache } from './count-cache.ts';
import type { WalkPlanner } from './list-planner.ts';
import {
  type Condition,
  type ListSource,
  looksForText,
  type PlannedSource,
  preparedFor,
  sourceFor,
} from './list-source.ts';
import { parseMatching } from './parse-matching.ts';
import { boundedCount, countUpTo, readTabCounts } from './read-counts.ts';
import { beyond, type Position, readFound, readPage, sortOf, splitView } from './read-page.ts';
import { resolveSearch } from './resolve-search.ts';
import { all, countedParts, isNarrowed, tabCondition, type View, viewConditions } from './view-conditions.ts';

/** Reads one page of a list with its counts and cursors. */
export class ListReader {
  readonly #db: Db;
  readonly #timeZone: string;
  readonly #kept: CountCache | undefined;

  /** Without a cache, every page is counted. */
  constructor(db: Db, config: { timeZone: string }, kept?: CountCache) {
    this.#db = db;
    this.#timeZone = config.timeZone;
    this.#kept = kept;
  }

  async page(source: ListSource, query: View & Position, principal: Principal): Promise<ListPage<unknown>> {
    const viewKey = keyOf(source, query, principal);
    const moment = this.#kept?.moment ?? 0;
    // The first page always counts, so a reopened list is exact.
    const known = isStart(query) ? undefined : this.#kept?.find(viewKey);
    const counted = known ? Promise.resolve(known.tabs) : this.#tabCounts(source, principal);
    const { fewRows } = source.planner?.search ?? {};
    const few = query.search && fewRows ? isFew((await counted)[query.tab], fewRows) : false;
    const preparing = preparedFor(this.#db, source, query, few);
    const [found, tabs] = await Promise.all([
      preparing.then((prepared) => this.#read(prepared, query, principal, known?.count)),
      counted,
    ]);
    const similar = found.count?.value === 0 ? await this.#readSimilar(await preparing, query, principal) : undefined;
    const { count = tabs[query.tab] ?? { value: 0, exact: true }, ...page } = similar ?? found;
    if (similar) return { ...page, tabs, count, similar: true };
    this.#kept?.keep(viewKey, { count, tabs }, moment);
    return { ...page, tabs, count };
  }

  /** The rows before and after a given row, in the view's order. */
  around<Row>(source: ListSource, from: WalkFrom, principal: Principal): Promise<Around<Row>> {
    return walkList<Row>(this.#db, principal, source, { ...from, timeZone: this.#timeZone });
  }

  /** `known`: the count of the view, if an earlier page counted it. */
  async #read(source: PlannedSource, query: View & Position, principal: Principal, known?: BoundedCount) {
    const context = { timeZone: this.#timeZone };
    const meaning = (read: PlannedSource) => viewConditions(read, query, principal, context);
    const conditions = meaning(source);
    const split = splitView(source, query, meaning);
    const personal = sourceFor(source, principal, query);
    const most = this.#countedTo(source, query);
    // Searches only once: the walk for the first page continues a little further to count.
    if (most !== undefined && isStart(query)) {
      const { ahead, ...page } = await readPage(this.#db, personal, query, conditions, {
        ...query,
        split,
        lookAhead: most,
      });
      return { ...page, count: boundedCount(ahead, Math.max(most, query.size)) };
    }
    if (query.search && source.plan?.selective && isStart(query)) {
      const seen = await readFound(this.#db, personal, query, conditions, query.size);
      if (seen) {
        const { found, ...page } = seen;
        return { ...page, count: { value: found, exact: true } };
      }
    }
    const narrowed = isNarrowed(source, query);
    const counting = narrowed ? (known ?? this.#count(source, query, principal, most)) : undefined;
    const { walk, count: counter } = source.planner ?? {};
    const sorted = walk !== undefined && (await sortsRows(walk, query, counting));
    const newer = counter?.unsummed && isFew(await counting, 0) ? [await counter.unsummed(this.#db)] : [];
    const [{ ahead: _, ...page }, count] = await Promise.all([
      readPage(this.#db, personal, query, all([conditions, ...newer]), {
        ...query,
        split,
        sorted,
        plannedOnce: !narrowed && source.planner?.plansOnce?.(principal, query),
      }),
      counting,
    ]);
    return { ...page, count };
  }

  /** Search matches are counted up to the planner's limit, text filter matches only up to the page size. */
  #countedTo(source: ListSource, query: View & Position): number | undefined {
    if (query.search) return source.planner?.search?.countLimit;
    return looksForText(source, query) ? query.size : undefined;
  }

  async #count(source: ListSource, view: View, principal: Principal, most: number | undefined): Promise<BoundedCount> {
    const counter = source.planner?.count;
    const summed = await counter?.sum?.(this.#db, principal, view);
    if (summed) return summed;
    const parts = countedParts(source, view, principal, { timeZone: this.#timeZone });
    return countUpTo(this.#db, source, parts, counter?.countsAll?.(view) ? Number.MAX_SAFE_INTEGER - 1 : most);
  }

  /** Retries a search without matches with similar words, in case of a typo. */
  async #readSimilar(source: PlannedSource, query: View & Position, principal: Principal) {
    const condition = query.search ? await source.planner?.search?.similar?.(this.#db, query.search) : undefined;
    if (!condition) return undefined;
    const found = await this.#read({ ...source, search: () => condition }, query, principal);
    return found.count?.value === 0 ? undefined : found;
  }

  async #tabCounts(source: ListSource, principal: Principal): Promise<Record<string, BoundedCount>> {
    if (source.countTabs) return source.countTabs(this.#db, principal);
    const scope: DataScope = dataScopeOf(principal);
    const { id, tabs } = source.list;
    if (scope.kind !== 'own') return readTabCounts(this.#db, id, tabs, scope);
    const counts = tabs.map(async (tab) => {
      const conditions = all([source.scope(principal, { tab }), tabCondition(source, tab)]);
      return [tab, await countUpTo(this.#db, source, conditions)] as const;
    });
    return Object.fromEntries(await Promise.all(counts));
  }
}

function isStart({ cursor, page }: Position): boolean {
  return !cursor && page === 1;
}

/** Identifies a view and whose it is; all its pages, in any order, have the same counts. */
function keyOf({ list }: ListSource, query: View & Position, principal: Principal): string {
  const { sort: _sort, cursor: _cursor, page: _page, size: _size, ...view } = query;
  return JSON.stringify([list.id, principal.userId, dataScopeOf(principal), view]);
}

async function sortsRows(walk: WalkPlanner, view: View, counting: BoundedCount | Promise<BoundedCount> | undefined) {
  const count = await counting;
  return count?.exact === true && walk.sortsRows(view, count.value);
}

function isFew(count: BoundedCount | undefined, most: number): boolean {
  return count?.exact === true && count.value <= most;
}

/** Neighbours are counted only up to here; nobody steps through more rows one by one. */
const countable = 500;

type WalkFrom = {
  /** The row to start from. */
  at: Condition;
  /** Columns to select for the neighbouring rows. */
  columns: RawBuilder<unknown>;
  view: string;
};
type Around<Row> = {
  /** Nearest first, up to the limit. */
  before: Row[];
  after: Row[];
  /** null when above the limit. */
  counts: { before: number | null; after: number | null };
};

/**
 * Finds a row's neighbours in a view with two index scans. The row itself may have left the view, for example after a
 * state change.
 */
async function walkList<Row>(
  db: Db,
  principal: Principal,
  source: ListSource,
  { at, columns, view: text, timeZone }: WalkFrom & { timeZone: string },
): Promise<Around<Row>> {
  const view = parseMatching(source.list, text);
  const { key, descending } = sortOf(source, view.sort);
  const { rows } = await sql<{ key: string; id: string }>`
    select (${key.by})::text as key, ${source.id} as id from ${source.from} where ${at}
    order by ${key.by}, ${source.id} limit 1`.execute(db);
  const [here] = rows;
  if (!here) return { before: [], after: [], counts: { before: null, after: null } };
  const planned = await resolveSearch(db, source, view, { timeZone, principal });
  const conditions = viewConditions(planned, view, principal, { timeZone });
  const look = async (ascending: boolean): Promise<Row[]> => {
    const way = ascending ? sql`asc` : sql`desc`;
    const found = await sql<Row>`
      select ${columns} from ${source.from}
      where ${conditions} and ${beyond(source, key, here, ascending)}
      order by ${key.by} ${way}, ${source.id} ${way} limit ${countable + 1}`.execute(db);
    return found.rows;
  };
  const [before, after] = await Promise.all([look(descending), look(!descending)]);
  const count = ({ length }: Row[]) => (length > countable ? null : length);
  return { before, after, counts: { before: count(before), after: count(after) } };
}
