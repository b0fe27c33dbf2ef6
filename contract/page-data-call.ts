import type { Endpoint } from './endpoint.ts';
import { getListSetup } from './features/list-view.ts';
import type { ListDeclaration } from './list/define-list.ts';
import { printAddress, readAddress } from './list/list-address.ts';

/** A call whose answer a page needs at first. */
export type PageDataCall = {
  endpoint: Endpoint;
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** The page itself shows why the call failed: always, or only if the server answered. */
  quiet?: boolean | 'answered';
};

/** The first data of a list page: the rows of its address, and the reader's columns and saved views. */
export function listData(list: ListDeclaration, endpoint: Endpoint, url: URL): PageDataCall[] {
  return [
    { endpoint, query: printAddress(list, readAddress(list, url.searchParams)), quiet: 'answered' },
    { endpoint: getListSetup, params: { list: list.id }, quiet: true },
  ];
}
