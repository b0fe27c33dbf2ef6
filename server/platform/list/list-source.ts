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

/** A sort key: never null, and backed by an index on it and the id in this order. */
export type SortKey = { by: RawBuilder<unknown>; type: 'text' | 'timestamptz' | 'integer' | 'bigint' | 'numeric' };

export type MeaningContext = { timeZone: string };
/** Some filters depend on the reader, such as favourites. */
export type FilterContext = MeaningContext & { principal: Principal };

/** A view's tab and its filters by name. */
export type SeenView = { tab: string } & Readonly<Record<string, unknown>>;

/**
 * How a declared list is read from the database. Every name in a request is looked up here, and values travel as
 * parameters, so a request can't reach any other column.
 */
type TypedSource<List extends ListDeclaration, Row> = {
  list: List;
  /** The table with the rows. Scope, filters, sorts and tabs refer to it alone, so indexes can answer them. */
  from: RawBuilder<unknown>;
  /** Tables needed only for the columns; joined only to the rows of one page. */
  joins?: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  /** Set when ids are not UUIDs. */
  idType?: 'bigint';
  /** The select list; a function when it depends on the reader or the view. */
  columns: RawBuilder<unknown> | ((principal: Principal, view?: SeenView) => RawBuilder<unknown>);
  /** Rows this person may see in a view; without a view, rows they may act on. */
  scope(principal: Principal, view?: SeenView): Condition;
  search(text: string): Condition;
  filters: {
    [Name in keyof List['filters']]: (value: FilterValue<List['filters'][Name]>, context: FilterContext) => Condition;
  };
  sorts: Record<List['sorts'][number], SortKey>;
  tabs: Record<List['tabs'][number], Condition>;
  /** Overrides the tab counts where the sums by department aren't enough. */
  countTabs?(db: Executor, principal: Principal): Promise<Record<string, BoundedCount>>;
  /** Only for lists that are too slow without one. */
  planner?: ListPlanner;
  present(row: Row): unknown;
  /** A presented row's value in an export column. */
  exportCell(column: string, row: unknown, words: ExportWords): Cell;
};

/** A source with its types erased: filters by name, values already parsed by the contract's schemas. */
export type ListSource = Omit<TypedSource<ListDeclaration, unknown>, 'filters'> & {
  filters: Record<string, (value: unknown, context: FilterContext) => Condition>;
};

/** Type-checks that every declared filter, sort and tab is implemented with the right value type. */
export function listSource<List extends ListDeclaration, Row>(source: TypedSource<List, Row>): ListSource {
  return source as unknown as ListSource;
}

/** A source with its columns resolved for one person. */
export type PersonalSource = ListSource & { columns: RawBuilder<unknown> };

export function sourceFor(source: ListSource, principal: Principal, view?: SeenView): PersonalSource {
  const { columns } = source;
  return { ...source, columns: typeof columns === 'function' ? columns(principal, view) : columns };
}

export type PlannedSource = ListSource & { plan?: Omit<SearchPlan, 'condition'> };

/** Plans a view's search and text filters. `few`: the tab has at most the planner's `fewRows` rows. */
export async function preparedFor(
  db: Executor,
  source: ListSource,
  view: SeenView & { search: string; sort?: string },
  few = false,
): Promise<PlannedSource> {
  const planner = source.planner?.search;
  if (!planner) return source;
  const planned: PlannedSource = { ...source, filters: { ...source.filters } };
  if (view.search) {
    const { condition, ...plan } = await planner.plan(db, view.search, { few, sort: view.sort });
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

/** Whether a view searches text, through the search box or a text filter. */
export function looksForText({ planner }: ListSource, view: SeenView & { search: string }): boolean {
  return view.search !== '' || Object.keys(planner?.search?.filters ?? {}).some((name) => view[name] !== undefined);
}

/** Formats non-text values in exports. */
export type ExportWords = {
  language: Language;
  /** For example 2026-11-15 14:03, in the platform's time zone; sorts chronologically as text. */
  instant(at: string | null): string | null;
  yesNo(answer: boolean): string;
};

export function exportWords(language: Language, timeZone: string): ExportWords {
  // The Swedish locale formats dates like ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
  const { list } = messagesIn(language);
  return {
    language,
    instant: (at) => (at === null ? null : format.format(new Date(at))),
    yesNo: (answer) => (answer ? list.yes : list.no),
  };
}
