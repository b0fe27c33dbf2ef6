import type { Language } from '@lectern/contract/language.ts';
import type { BoundedCount, ListDeclaration } from '@lectern/contract/list/define-list.ts';
import type { FilterValue } from '@lectern/contract/list/filter.ts';
import type { RawBuilder } from 'kysely';
import type { Executor } from '../db/database.ts';
import type { Principal } from '../http/principal.ts';
import { messagesIn } from '../messages.ts';
import type { Cell } from './csv.ts';
import type { ListPlanner, SearchPlan } from './list-planner.ts';

export type Condition = RawBuilder<unknown>;

/** What a list sorts by: never null, and with an index on it and the id in this order. */
export type SortKey = { by: RawBuilder<unknown>; type: 'text' | 'timestamptz' | 'integer' | 'bigint' | 'numeric' };

export type MeaningContext = { timeZone: string };
/** Some filters depend on the reader, such as their own favourites. */
export type FilterContext = MeaningContext & { principal: Principal };

/** The tab of a view, and its filters by name. */
export type SeenView = { tab: string } & Readonly<Record<string, unknown>>;

/**
 * How a declared list is read from the database. Every name in a request is looked up here, and values travel as
 * parameters, so a request can't reach any other column.
 */
type TypedSource<List extends ListDeclaration, Row> = {
  list: List;
  /** The table with the rows. Scope, filters, sorts and tabs refer to it alone, so indexes can answer them. */
  from: RawBuilder<unknown>;
  /** Tables that only the columns need; joined to the rows of one page. */
  joins?: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  /** The type of ids that are not UUIDs. */
  idType?: 'bigint';
  /** The select list; a function where it depends on the reader or on the view. */
  columns: RawBuilder<unknown> | ((principal: Principal, view?: SeenView) => RawBuilder<unknown>);
  /** What this person may see in a view; without a view, what they may act on. */
  scope(principal: Principal, view?: SeenView): Condition;
  search(text: string): Condition;
  filters: {
    [Name in keyof List['filters']]: (value: FilterValue<List['filters'][Name]>, context: FilterContext) => Condition;
  };
  sorts: Record<List['sorts'][number], SortKey>;
  tabs: Record<List['tabs'][number], Condition>;
  /** Counts the tabs where the sums by department are not enough. */
  countTabs?(db: Executor, principal: Principal): Promise<Record<string, BoundedCount>>;
  /** Only lists that are slow without one have a planner. */
  planner?: ListPlanner;
  present(row: Row): unknown;
  /** What an export shows of a presented row in a column, as text. */
  exportCell(column: string, row: unknown, words: ExportWords): Cell;
};

/** A source as the engine sees it: by name, and with values that the contract's schemas have parsed. */
export type ListSource = Omit<TypedSource<ListDeclaration, unknown>, 'filters'> & {
  filters: Record<string, (value: unknown, context: FilterContext) => Condition>;
};

/** Checks that every declared filter, sort and tab has its meaning, with the right type of value. */
export function listSource<List extends ListDeclaration, Row>(source: TypedSource<List, Row>): ListSource {
  return source as unknown as ListSource;
}

/** A source with the columns that one person gets. */
export type PersonalSource = ListSource & { columns: RawBuilder<unknown> };

export function sourceFor(source: ListSource, principal: Principal, view?: SeenView): PersonalSource {
  const { columns } = source;
  return { ...source, columns: typeof columns === 'function' ? columns(principal, view) : columns };
}

/** A source whose search has been planned. */
export type PlannedSource = ListSource & { plan?: Omit<SearchPlan, 'condition'> };

/** Plans the search and the text filters of a view. `few`: the tab has at most the planner's `fewRows`. */
export async function preparedFor(
  db: Executor,
  source: ListSource,
  view: SeenView & { search: string },
  few = false,
): Promise<PlannedSource> {
  const planner = source.planner?.search;
  if (!planner) return source;
  const planned: PlannedSource = { ...source, filters: { ...source.filters } };
  if (view.search) {
    const { condition, ...plan } = await planner.plan(db, view.search, few);
    planned.search = () => condition;
    planned.plan = plan;
  }
  for (const [name, planFilter] of Object.entries(planner.filters ?? {})) {
    const value = view[name];
    if (typeof value !== 'string') continue;
    const condition = await planFilter(db, value);
    planned.filters[name] = () => condition;
  }
  return planned;
}

/** Whether a view searches a text, by the search or by a filter. */
export function looksForText({ planner }: ListSource, view: SeenView & { search: string }): boolean {
  return view.search !== '' || Object.keys(planner?.search?.filters ?? {}).some((name) => view[name] !== undefined);
}

/** How exports write values that are not text. */
export type ExportWords = {
  language: Language;
  /** Such as 2026-11-15 14:03, in the platform's time zone: text order is time order. */
  instant(at: string | null): string | null;
  yesNo(answer: boolean): string;
};

export function exportWords(language: Language, timeZone: string): ExportWords {
  // The one locale that writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
  const { list } = messagesIn(language);
  return {
    language,
    instant: (at) => (at === null ? null : format.format(new Date(at))),
    yesNo: (answer) => (answer ? list.yes : list.no),
  };
}
