import type { ListDeclaration } from '@lectern/contract/list/define-list.ts';
import type { FilterValue } from '@lectern/contract/list/filter.ts';
import type { ComponentType, ReactNode } from 'react';
import type { Action, RowAction } from '../../lib/actions.ts';
import type { Callable } from '../../lib/callable.ts';
import type { Format } from '../../lib/format.ts';
import type { Texts } from '../../lib/i18n/use-texts.ts';
import type { IconName } from '../../lib/icon-name.ts';
import type { GridChoice } from '../data-grid/data-grid.tsx';

/** What the texts of one list say; the engine has the rest. */
type ListTexts = {
  title: string;
  search: string;
  emptyTitle: string;
  emptyText: string;
  /** Tabs that say in words of their own why they are empty while there are rows elsewhere. */
  emptyTabs?: Partial<Record<string, { title: string; text: string }>>;
  columns: Record<string, string>;
  tabs: Record<string, string>;
  filters: Record<string, string>;
  /** Names of choices, by filter. */
  values?: Record<string, Record<string, string>>;
};

/** What a cell may use besides its row. */
export type CellContext = {
  texts: Texts;
  format: Format;
  /** Narrows the list to rows that share this value. */
  filterBy(name: string, value: FilterValue): void;
  /** The query string of what the list shows, for pages that lead on within it. */
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

/** Everything that makes one list page out of the engine. */
export type ListDefinition<Row extends { id: string }> = {
  list: ListDeclaration;
  endpoint: Callable;
  exportEndpoint: Callable;
  texts(texts: Texts): ListTexts;
  icon: IconName;
  /** The column whose cell is the row's link. */
  mainColumn: string;
  columns: Record<string, ColumnView<Row>>;
  labelOf(row: Row): string;
  /** Rows with more to say than fits into one line; one of them makes all of the page taller. */
  twoLines?(row: Row): boolean;
  /** Shown over the list, at the address's `id`. */
  opens: boolean;
  /** The row's own page, where it has one, opened from the view that `query` spells. */
  href?(row: Row, query: string): string;
  /** The page's one main action. */
  primary?: Action;
  /** What leads to the first row, where that is not the main action. */
  first?: Action;
  /** Further actions of the page, in its menu. */
  more?: readonly Action[];
  actions: readonly RowAction<Row>[];
  /** Tabs whose rows have other actions, such as a trash. */
  actionsIn?: Readonly<Record<string, readonly RowAction<Row>[]>>;
  /** Filters that say where one is, which something beside the list shows: no chips, and not what Clear takes away. */
  placedBy?: readonly string[];
  /** Filters that leave no row out, such as how exactly rows are counted: neither offered nor shown. */
  unsaid?: readonly string[];
  /** What the value of a filter is called, told by a row that it found; for ids of what no list is loaded of. */
  nameIn?(row: Row, filter: string): string | undefined;
  /** Stands last in the header, for a main action that is more than a button. */
  HeaderEnd?: ComponentType;
  /** Another look of the rows, offered beside the table. */
  Tiles?: ComponentType<TilesProps<Row>>;
  /** Between the title and the tabs, such as figures of the whole. */
  Above?: ComponentType;
  /** Beside the rows, or above them where the window is narrow. */
  Aside?: ComponentType;
  /** Takes the place of the usual words while there is nothing at all. */
  FirstEmpty?: ComponentType;
};

type Placed = { placedBy?: readonly string[] };
type Filters = Record<string, FilterValue>;

/** Those filters that say where one is. */
export function placeOf({ placedBy = [] }: Placed, filters: Filters): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => placedBy.includes(name)));
}

/** Those that leave rows out of what is there. */
export function narrowingOf({ placedBy = [] }: Placed, filters: Filters): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !placedBy.includes(name)));
}
