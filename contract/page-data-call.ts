import type { Endpoint } from './endpoint.ts';
import { getListSetup } from './features/list-view.ts';
import type { ListDeclaration } from './list/define-list.ts';
import { printAddress, readAddress } from './list/list-address.ts';

/** A request whose response a page needs to render. */
export type PageDataCall = {
  endpoint: Endpoint;
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** The page itself shows failures of this request: always, or only if the server answered. */
  quiet?: boolean | 'answered';
};

/** Initial requests of a list page: the rows for its URL, and the caller's columns and saved views. */
export function listData(list: ListDeclaration, endpoint: Endpoint, url: URL): PageDataCall[] {
  return [
    { endpoint, query: printAddress(list, readAddress(list, url.searchParams)), quiet: 'answered' },
    { endpoint: getListSetup, params: { list: list.id }, quiet: true },
  ];
}
