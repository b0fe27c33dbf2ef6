import { z } from 'zod';
import { defineEndpoint, type Endpoint, type EndpointAccess } from '../endpoint.ts';
import { problem } from '../input-problems.ts';
import type { Ability } from '../roles.ts';
import type { PagePath } from '../routes.ts';
import { type FilterDeclaration, filterSchema } from './filter.ts';

type ColumnDeclaration = {
  /** Sort order selected by clicking the heading. */
  sort?: string;
  /** Can't be hidden. */
  always?: true;
  /** Hidden by default. */
  optional?: true;
  align?: 'end';
};

export type ListDeclaration<
  Row extends z.ZodObject = z.ZodObject,
  Columns extends Record<string, ColumnDeclaration> = Record<string, ColumnDeclaration>,
  Filters extends Record<string, FilterDeclaration> = Record<string, FilterDeclaration>,
  Sort extends string = string,
  Tab extends string = string,
> = {
  /** Singular noun, such as `user`; identifies the list in views, exports and operations. */
  id: string;
  /** Section of the message catalogue with the column headings. */
  texts: string;
  /** The page whose permission is needed. */
  page: PagePath;
  /** Other pages that show the list; permission for any of them is enough. */
  alsoOn?: readonly PagePath[];
  /** An ability needed in addition to the page. */
  ability?: Ability;
  /** Relative to the API base. */
  path: string;
  row: Row;
  columns: Columns;
  filters: Filters;
  sorts: readonly Sort[];
  /** A leading minus means descending. */
  defaultSort: Sort | `-${Sort}`;
  /** The first one is the default. */
  tabs: readonly [Tab, ...Tab[]];
};

export const pageSizes = [25, 50, 100, 200] as const;
export const defaultPageSize = 50;
/** Rows are only counted, and reachable by page number, up to this limit; further pages need the cursor. */
export const countLimit = 10_000;

const reservedNames = ['tab', 'search', 'sort', 'cursor', 'page', 'size', 'format', 'columns', 'view', 'id'];

export function defineList<
  Row extends z.ZodObject,
  const Columns extends Record<string, ColumnDeclaration>,
  const Filters extends Record<string, FilterDeclaration>,
  const Sort extends string,
  const Tab extends string,
>(list: ListDeclaration<Row, Columns, Filters, Sort, Tab>): ListDeclaration<Row, Columns, Filters, Sort, Tab> {
  const reserved = Object.keys(list.filters).find((name) => reservedNames.includes(name));
  if (reserved) throw new Error(`${list.id}: a filter can't be called ${reserved}`);
  const sorts = new Set<string>(list.sorts);
  const unsorted = Object.entries(list.columns).find(([, column]) => column.sort && !sorts.has(column.sort));
  if (unsorted) throw new Error(`${list.id}: column ${unsorted[0]} names a sort that is not declared`);
  return list;
}

/** Schema of a list view's query string. Unknown parameters are refused. */
export function viewSchema(list: ListDeclaration) {
  const filters = Object.fromEntries(
    Object.entries(list.filters).map(([name, declaration]) => [name, filterSchema(declaration).optional()]),
  );
  const directions = list.sorts.flatMap((sort) => [sort, `-${sort}`]);
  return z.strictObject({
    tab: z.enum(list.tabs as readonly [string, ...string[]]).default(list.tabs[0]),
    search: z.string().trim().max(200).default(''),
    sort: z.enum(directions as [string, ...string[]]).default(list.defaultSort),
    ...filters,
  });
}

const pagePosition = {
  /** Opaque cursor to the next or previous page. */
  cursor: z.string().max(1000).optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  size: z.coerce
    .number()
    .refine((size) => (pageSizes as readonly number[]).includes(size), problem('notAccepted'))
    .default(defaultPageSize),
};

export const boundedCount = z.strictObject({ value: z.number().int(), exact: z.boolean() });
export type BoundedCount = z.output<typeof boundedCount>;

function pageSchema<Row extends z.ZodObject>(row: Row) {
  return z.strictObject({
    rows: z.array(row),
    count: boundedCount,
    tabs: z.record(z.string(), boundedCount),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    /** Nothing matched the search, so these rows match similar spellings. */
    similar: z.literal(true).optional(),
  });
}
export type ListPage<Row> = {
  rows: Row[];
  count: BoundedCount;
  tabs: Record<string, BoundedCount>;
  next: string | null;
  previous: string | null;
  similar?: true | undefined;
};

export const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The list and export endpoints. */
export function listEndpoints<Row extends z.ZodObject>(list: ListDeclaration<Row>) {
  const access: EndpointAccess = {
    kind: 'page',
    pages: [list.page, ...(list.alsoOn ?? [])],
    ...(list.ability && { ability: list.ability }),
  };
  const view = viewSchema(list);
  return {
    list: defineEndpoint({
      id: `${list.id}.list`,
      method: 'GET',
      path: list.path,
      access,
      summary: 'List one page, with counts',
      query: view.extend(pagePosition),
      output: pageSchema(list.row),
    }),
    export: defineEndpoint({
      id: `${list.id}.export`,
      method: 'GET',
      path: `${list.path}/export`,
      access,
      carrier: 'cookie',
      answer: 'stream',
      summary: 'Export the list as a file',
      query: view.extend({
        format: z.enum(exportFormats),
        columns: z
          .string()
          .max(2000)
          .transform((text) => text.split(','))
          .pipe(z.array(z.enum(Object.keys(list.columns) as [string, ...string[]])).min(1)),
      }),
    }),
  } satisfies Record<string, Endpoint>;
}
