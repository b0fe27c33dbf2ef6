import { defaultPageSize, type ListDeclaration, pageSizes, viewSchema } from './define-list.ts';
import { type FilterValue, printFilter } from './filter.ts';

/** What a list page shows, as its address says it. */
export type ListAddress = {
  tab: string;
  search: string;
  sort: string;
  filters: Record<string, FilterValue>;
  page: number;
  size: number;
  /** How the page was reached by walking; opaque. */
  cursor: string | undefined;
  /** Declared names whose value in the address does not fit: left out, and worth telling. */
  refused: string[];
};

/** Takes from an address what the list declares. Other names are left alone. */
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

/** Which rows an address shows, without the place within them: what a saved view keeps and an operation matches. */
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

/** The whole address as the list's call takes it; what is as usual goes unsaid. */
export function printAddress(list: ListDeclaration, address: ListAddress): Record<string, string> {
  const fields = printView(list, address);
  if (address.page !== 1) fields.page = String(address.page);
  if (address.size !== defaultPageSize) fields.size = String(address.size);
  if (address.cursor) fields.cursor = address.cursor;
  return fields;
}
