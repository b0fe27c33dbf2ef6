import type { BoundedCount, ListPage } from '@lectern/contract/list/define-list.ts';
import { type DataScope, dataScopeOf } from '../access/data-scope.ts';
import type { Db } from '../db/database.ts';
import type { Principal } from '../http/principal.ts';
import { type ListSource, sourceFor } from './list-source.ts';
import { countUpTo, readTabCounts } from './read-counts.ts';
import { type Position, readPage } from './read-page.ts';
import { all, isNarrowed, tabCondition, type View, viewConditions } from './view-conditions.ts';

/** Answers views of lists: rows, counts and the ways on, in one go. */
export class ListReader {
  readonly #db: Db;
  readonly #timeZone: string;

  constructor(db: Db, config: { timeZone: string }) {
    this.#db = db;
    this.#timeZone = config.timeZone;
  }

  async page(source: ListSource, query: View & Position, principal: Principal): Promise<ListPage<unknown>> {
    const conditions = viewConditions(source, query, principal, { timeZone: this.#timeZone });
    const [page, tabs, narrowed] = await Promise.all([
      readPage(this.#db, sourceFor(source, principal), query, conditions, query),
      this.#tabCounts(source, principal),
      isNarrowed(source, query) ? countUpTo(this.#db, source, conditions) : undefined,
    ]);
    return { ...page, tabs, count: narrowed ?? tabs[query.tab] ?? { value: 0, exact: true } };
  }

  async #tabCounts(source: ListSource, principal: Principal): Promise<Record<string, BoundedCount>> {
    if (source.countTabs) return source.countTabs(this.#db, principal);
    const scope: DataScope = dataScopeOf(principal);
    const { id, tabs } = source.list;
    if (scope.kind !== 'own') return readTabCounts(this.#db, id, tabs, scope);
    const counts = tabs.map(async (tab) => {
      const conditions = all([source.scope(principal), tabCondition(source, tab)]);
      return [tab, await countUpTo(this.#db, source, conditions)] as const;
    });
    return Object.fromEntries(await Promise.all(counts));
  }
}
