import type { Endpoint } from './endpoint.ts';
import { getListSetup } from './features/list-view.ts';
import type { ListDeclaration } from './list/define-list.ts';
import { printAddress, readAddress } from './list/list-address.ts';

/** A call whose answer a page shows first. */
export type PageDataCall = {
  endpoint: Endpoint;
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** The page says in its own place why it could not be had: always, or where the server answered why. */
  quiet?: boolean | 'answered';
};

/** A list page begins with the rows of its address, and with one's own columns and views of it. */
export function listData(list: ListDeclaration, endpoint: Endpoint, url: URL): PageDataCall[] {
  return [
    { endpoint, query: printAddress(list, readAddress(list, url.searchParams)), quiet: 'answered' },
    { endpoint: getListSetup, params: { list: list.id }, quiet: true },
  ];
}
