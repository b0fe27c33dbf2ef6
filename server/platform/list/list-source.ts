import type { Language } from '@lectern/contract/language.ts';
import type { BoundedCount, ListDeclaration } from '@lectern/contract/list/define-list.ts';
import type { FilterValue } from '@lectern/contract/list/filter.ts';
import type { RawBuilder } from 'kysely';
import type { Executor } from '../db/database.ts';
import type { Principal } from '../http/principal.ts';
import { messagesIn } from '../messages.ts';
import type { Cell } from './csv.ts';

export type Condition = RawBuilder<unknown>;

/** What a list sorts by: never null, and with an index on it and the id in this order. */
export type SortKey = { by: RawBuilder<unknown>; type: 'text' | 'timestamptz' | 'integer' | 'bigint' | 'numeric' };

export type MeaningContext = { timeZone: string };
/** Some filters mean something else for everybody, such as one's own stars. */
export type FilterContext = MeaningContext & { principal: Principal };

/** The tab of a view, and its filters by name. */
export type SeenView = { tab: string } & Readonly<Record<string, unknown>>;

/**
 * `leads`: what the text finds is mostly little, so it is fetched once, counted and put in order. Tabs only sort it out,
 * since to look them up in an index as well costs more than it saves.
 */
export type SearchPlan = { condition: Condition; leads?: boolean; apart?: Apart };

/**
 * An order with a place where one script ends and the next begins. Words of the one are rare beyond it, and a walk that
 * comes from there would pass by everything. So the search is told apart: `rare` finds what is on that side through an
 * index, `others` the rest on the walk.
 */
export type Apart = { sort: string; whenAscending: boolean; rare: Condition; others: Condition };

/**
 * How a declared list is read from the database. Every name a request may use is looked up here by what the contract
 * declares; values travel as parameters. There is no way from a request to any other column.
 */
type TypedSource<List extends ListDeclaration, Row> = {
  list: List;
  /** The table that holds the rows. Scope, filters, sorts and tabs speak of it alone: so indexes can answer them. */
  from: RawBuilder<unknown>;
  /** What the select list needs besides, joined to the rows of one page only. */
  joins?: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  /** What ids are, where they are not UUIDs. */
  idType?: 'bigint';
  /** The select list. */
  columns: RawBuilder<unknown>;
  /** The select list as this person gets it, where rows differ by who looks at them, and by what is looked for. */
  columnsFor?(principal: Principal, view?: SeenView): RawBuilder<unknown>;
  /** What this person may see at all; of a view, where it can be said more shortly. */
  scope(principal: Principal, view?: SeenView): Condition;
  /** The scope as parts that no row is in twice, where each can be counted from an index and all at once can't. */
  scopeParts?(principal: Principal, view: SeenView): readonly Condition[];
  /** What this person may act on, where that is more: an Undo finds what has left the list by the action itself. */
  reach?(principal: Principal): Condition;
  search(text: string): Condition;
  /** The same, where something is looked up first that makes a better plan; `few`: the tab has at most `fewRows`. */
  prepareSearch?(db: Executor, text: string, few: boolean): Promise<SearchPlan>;
  /** So few rows in a tab are looked through one by one in less time than any index on texts takes. */
  fewRows?: number;
  /** Whether what the text finds is fetched before anything else; set by the plan of a search. */
  searchLeads?: boolean;
  /** The part of an order that the text is rare in; set by the plan of a search. */
  searchApart?: Apart | undefined;
  /** What may have been meant when nothing fits; nothing: no idea. */
  similarSearch?(db: Executor, text: string): Promise<Condition | undefined>;
  /** Where counting what a text matches ends, when that is earlier than elsewhere. */
  searchCountLimit?: number;
  /** Filters that look for a text as well: what makes a better plan is looked up first, and they are counted for the page only. */
  prepareFilters?: {
    [Name in keyof List['filters']]?: (db: Executor, value: FilterValue<List['filters'][Name]>) => Promise<Condition>;
  };
  filters: {
    [Name in keyof List['filters']]: (value: FilterValue<List['filters'][Name]>, context: FilterContext) => Condition;
  };
  sorts: Record<List['sorts'][number], SortKey>;
  tabs: Record<List['tabs'][number], Condition>;
  /** How the tabs are counted, where the sums by department alone do not tell. */
  countTabs?(db: Executor, principal: Principal): Promise<Record<string, BoundedCount>>;
  /** How many a view has, up to the limit, where sums tell it; nothing: they don't, the rows have to be counted. */
  countView?(db: Executor, principal: Principal, view: SeenView): Promise<BoundedCount | undefined>;
  /** Whether a view with so many rows is fetched and put in order: a walk along the order would pass by everything else. */
  isPutInOrder?(view: SeenView, rows: number): boolean;
  /**
   * Whether the walk brings the rows themselves, and not only their ids: a table in parts would be asked part by part for each
   * of them, and planned twice. `from` is a table then, by its name, and no search is told apart.
   */
  bringsRows?: true;
  /** What came in since the sums were made that count views: all that a view may have of which they count none. */
  uncounted?(db: Executor): Promise<Condition>;
  /** Whether all rows of a view are counted, however many: whoever followed a figure sees as many as it said. */
  countsWhole?(view: SeenView): boolean;
  present(row: Row): unknown;
  /** What a file shows of a presented row in a column, in words. */
  exportCell(column: string, row: unknown, words: ExportWords): Cell;
};

/** A source as the engine sees it: by name, and with values that the contract's schemas have parsed. */
export type ListSource = Omit<TypedSource<ListDeclaration, unknown>, 'filters' | 'prepareFilters'> & {
  filters: Record<string, (value: unknown, context: FilterContext) => Condition>;
  prepareFilters?: Record<string, (db: Executor, value: unknown) => Promise<Condition>>;
};

/** Checks that every declared filter, sort and tab has its meaning, with the right type of value. */
export function listSource<List extends ListDeclaration, Row>(source: TypedSource<List, Row>): ListSource {
  return source as unknown as ListSource;
}

/** The source as one person reads it. */
export function sourceFor(source: ListSource, principal: Principal, view?: SeenView): ListSource {
  return source.columnsFor ? { ...source, columns: source.columnsFor(principal, view) } : source;
}

/** The source with the meanings of texts that were looked up. */
export async function preparedFor(
  db: Executor,
  source: ListSource,
  view: SeenView & { search: string },
  few = false,
): Promise<ListSource> {
  const prepared = { ...source, filters: { ...source.filters } };
  if (view.search && source.prepareSearch) {
    const { condition, leads = false, apart } = await source.prepareSearch(db, view.search, few);
    prepared.search = () => condition;
    prepared.searchLeads = leads;
    prepared.searchApart = apart;
  }
  for (const [name, prepare] of Object.entries(source.prepareFilters ?? {})) {
    if (view[name] === undefined) continue;
    const condition = await prepare(db, view[name]);
    prepared.filters[name] = () => condition;
  }
  return prepared;
}

/** Whether a view looks for a text, by the search or by a filter. */
export function looksForText(source: ListSource, view: SeenView & { search: string }): boolean {
  return view.search !== '' || Object.keys(source.prepareFilters ?? {}).some((name) => view[name] !== undefined);
}

/** How files say what is not text by itself. */
export type ExportWords = {
  language: Language;
  /** Such as 2026-11-15 14:03, in the platform's time zone: sorted as text it is sorted by time. */
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
