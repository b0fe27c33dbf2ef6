import type { ListDeclaration } from '@lectern/contract/list/define-list.ts';
import type { FilterValue } from '@lectern/contract/list/filter.ts';
import type { ComponentType, ReactNode } from 'react';
import type { Action, RowAction } from '../../lib/actions.ts';
import type { Callable } from '../../lib/callable.ts';
import type { Format } from '../../lib/format.ts';
import type { Texts } from '../../lib/i18n/use-texts.ts';
import type { IconName } from '../../lib/icon-name.ts';
import type { GridChoice } from '../data-grid/data-grid.tsx';

/** Texts specific to one list; the list engine provides the rest. */
type ListTexts = {
  title: string;
  search: string;
  emptyTitle: string;
  emptyText: string;
  /** Custom empty texts for tabs that are empty while other tabs have rows. */
  emptyTabs?: Partial<Record<string, { title: string; text: string }>>;
  columns: Record<string, string>;
  tabs: Record<string, string>;
  filters: Record<string, string>;
  values?: Record<string, Record<string, string>>;
};

/** What a cell may use besides its row. */
export type CellContext = {
  texts: Texts;
  format: Format;
  /** Filters the list to rows with this value. */
  filterBy(name: string, value: FilterValue): void;
  /** The list's query string, for links to pages that keep the view. */
  view: string;
};

export type ColumnView<Row> = {
  width: number;
  grow?: number;
  keep?: number;
  greatestFirst?: boolean;
  cell(row: Row, context: CellContext): ReactNode;
};

export type TilesProps<Row> = {
  label: string;
  rows: readonly Row[];
  hrefOf: (row: Row) => string;
  choice: GridChoice<Row>;
  openMenu: (row: Row, anchor: HTMLElement) => void;
  onActive: (row: Row) => void;
};

/** Everything that defines one list page. */
export type ListDefinition<Row extends { id: string }> = {
  list: ListDeclaration;
  endpoint: Callable;
  exportEndpoint: Callable;
  texts(texts: Texts): ListTexts;
  icon: IconName;
  /** The column that contains the row's link. */
  mainColumn: string;
  columns: Record<string, ColumnView<Row>>;
  labelOf(row: Row): string;
  /** Whether a row needs a second line; if any does, all rows on the page are taller. */
  twoLines?(row: Row): boolean;
  /** Whether rows open over the list, at `?id=`. */
  opens: boolean;
  /** Address of the row's own page, if it has one; `query` is the view it is opened from. */
  href?(row: Row, query: string): string;
  /** The page's primary action. */
  primary?: Action;
  /** The action that creates the first row, when it isn't the primary one. */
  first?: Action;
  /** Further page actions, shown in the menu. */
  more?: readonly Action[];
  actions: readonly RowAction<Row>[];
  /** Row actions for tabs that need different ones, such as Trash. */
  actionsIn?: Readonly<Record<string, readonly RowAction<Row>[]>>;
  /** Filters that set a location shown beside the list, such as a folder: no chips, and Clear keeps them. */
  placedBy?: readonly string[];
  /** Filters that exclude no rows, such as the counting mode; never shown or offered. */
  unsaid?: readonly string[];
  /** Name of a filter's value taken from a matching row, for ids without a list to look them up in. */
  nameIn?(row: Row, filter: string): string | undefined;
  /** Shown last in the header, for a primary action that is more than a button. */
  HeaderEnd?: ComponentType;
  /** Alternative to the table. */
  Tiles?: ComponentType<TilesProps<Row>>;
  /** Shown between title and tabs, such as overall figures. */
  Above?: ComponentType;
  /** Shown beside the rows, or above them in narrow windows. */
  Aside?: ComponentType;
  /** Replaces the default empty state when there are no rows at all. */
  FirstEmpty?: ComponentType;
};

type Placed = { placedBy?: readonly string[] };
type Filters = Record<string, FilterValue>;

/** The filters that set the location. */
export function placeOf({ placedBy = [] }: Placed, filters: Filters): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => placedBy.includes(name)));
}

/** The filters that narrow the list within its location. */
export function narrowingOf({ placedBy = [] }: Placed, filters: Filters): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !placedBy.includes(name)));
}
