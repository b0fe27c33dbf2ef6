import { defaultPageSize, type ListDeclaration, pageSizes, viewSchema } from './define-list.ts';
import { type FilterValue, printFilter } from './filter.ts';

/** What a list page shows, as parsed from its URL. */
export type ListAddress = {
  tab: string;
  search: string;
  sort: string;
  filters: Record<string, FilterValue>;
  page: number;
  size: number;
  /** Opaque cursor. */
  cursor: string | undefined;
  /** Declared parameters with invalid values; they are ignored, and the page reports them. */
  refused: string[];
};

/** Reads the parameters the list declares and ignores others. */
export function readAddress(list: ListDeclaration, params: URLSearchParams): ListAddress {
  const { shape } = viewSchema(list);
  const refused: string[] = [];
  const read = (name: keyof typeof shape): unknown => {
    const text = params.get(name) ?? undefined;
    const parsed = shape[name].safeParse(text);
    if (parsed.success) return parsed.data;
    refused.push(name);
    return shape[name].safeParse(undefined).data;
  };
  const filters: Record<string, FilterValue> = {};
  for (const name of Object.keys(list.filters)) {
    const value = params.has(name) ? read(name as keyof typeof shape) : undefined;
    if (value !== undefined) filters[name] = value as FilterValue;
  }
  const page = Number(params.get('page') ?? 1);
  const size = Number(params.get('size') ?? defaultPageSize);
  return {
    tab: String(read('tab')),
    search: String(read('search')),
    sort: String(read('sort')),
    filters,
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    size: (pageSizes as readonly number[]).includes(size) ? size : defaultPageSize,
    cursor: params.get('cursor')?.slice(0, 1000) || undefined,
    refused,
  };
}

/** The parameters that determine the rows, without the position: saved by views and matched by operations. */
export function printView(list: ListDeclaration, address: ListAddress): Record<string, string> {
  const fields: Record<string, string> = {};
  if (address.tab !== list.tabs[0]) fields.tab = address.tab;
  if (address.search) fields.search = address.search;
  if (address.sort !== list.defaultSort) fields.sort = address.sort;
  for (const [name, declaration] of Object.entries(list.filters)) {
    const value = address.filters[name];
    if (value !== undefined) fields[name] = printFilter(declaration, value);
  }
  return fields;
}

/** All query parameters for the list endpoint, without default values. */
export function printAddress(list: ListDeclaration, address: ListAddress): Record<string, string> {
  const fields = printView(list, address);
  if (address.page !== 1) fields.page = String(address.page);
  if (address.size !== defaultPageSize) fields.size = String(address.size);
  if (address.cursor) fields.cursor = address.cursor;
  return fields;
}
