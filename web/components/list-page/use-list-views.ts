import {
  createListView,
  deleteListView,
  getListSetup,
  type ListView,
  updateListView,
} from '@lectern/contract/features/list-view.ts';
import type { ListDeclaration } from '@lectern/contract/list/define-list.ts';
import { printView, readAddress } from '@lectern/contract/list/list-address.ts';
import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '../../lib/callable.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';
import type { ListPlace } from './use-list-address.ts';

export type ListSetup = CallOutput<typeof getListSetup>;
/** A saved view that the address began as. */
export type OpenedView = ListView;

/** The saved views of a list, and which one is open. A page without them still works: they are asked for quietly. */
export function useListViews(list: ListDeclaration, place: ListPlace) {
  const setup = useQuery(queryOf(getListSetup, { params: { list: list.id } }, { quiet: true }));
  const invalidates = [getListSetup];
  const views = setup.data?.views ?? [];
  const opened = views.find((view) => view.id === place.viewId);
  const query = queryText(printView(list, place.address));
  return {
    setup: setup.data,
    own: views.filter((view) => view.own),
    shared: views.filter((view) => !view.own),
    opened,
    query,
    /** The address is no longer what the view holds. */
    changed: opened !== undefined && normal(list, opened.query) !== query,
    create: useMutationOf(createListView, { invalidates, idempotent: true, quiet: true }),
    update: useMutationOf(updateListView, { invalidates, quiet: true }),
    remove: useMutationOf(deleteListView, { invalidates }),
  };
}
export type ListViews = ReturnType<typeof useListViews>;

function normal(list: ListDeclaration, query: string): string {
  return queryText(printView(list, readAddress(list, new URLSearchParams(query))));
}

function queryText(fields: Record<string, string>): string {
  return new URLSearchParams(fields).toString();
}
