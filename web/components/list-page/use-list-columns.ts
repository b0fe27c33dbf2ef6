import {
  createListView,
  deleteListView,
  getListSetup,
  type ListView,
  saveListColumns,
  updateListView,
} from '@lectern/contract/features/list-view.ts';
import type { ListDeclaration } from '@lectern/contract/list/define-list.ts';
import type { FilterValue } from '@lectern/contract/list/filter.ts';
import { printView, readAddress } from '@lectern/contract/list/list-address.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { CallOutput } from '../../lib/callable.ts';
import { useFormat } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';
import type { GridColumn } from '../data-grid/grid-column.ts';
import type { ListDefinition } from './list-definition.ts';
import type { ListPlace } from './use-list-address.ts';

/** The visible columns: those of the opened view, else the person's own, else the default. */
export function useListColumns(
  list: ListDeclaration,
  headings: Record<string, string>,
  setup: ListSetup | undefined,
  view: OpenedView | undefined,
) {
  const client = useQueryClient();
  const save = useMutationOf(saveListColumns);
  // Applied immediately, so a checkbox doesn't jump back until the change is saved.
  const [edited, setEdited] = useState<{ viewId: string | null; columns: string[] | null } | null>(null);
  const viewId = view?.columns ? view.id : null;
  const declared = Object.keys(list.columns);
  const usual = declared.filter((id) => !list.columns[id]?.optional);
  const saved = view?.columns ?? setup?.columns;
  const chosen = known(list, edited?.viewId === viewId ? edited.columns : saved);
  const order = chosen ?? usual;

  const set = (columns: string[] | null) => {
    const mine = { viewId, columns };
    setEdited(mine);
    if (viewId !== null) return;
    const params = { list: list.id };
    client.setQueryData(queryOf(getListSetup, { params }).queryKey, (now) => now && { ...now, columns });
    const settle = () => setEdited((now) => (now === mine ? null : now));
    save.mutate({ params, body: { columns } }, { onSettled: settle });
  };
  const swap = (id: string, step: 1 | -1) => {
    const at = order.indexOf(id);
    const next = [...order];
    next.splice(at, 1);
    next.splice(at + step, 0, id);
    set(next);
  };
  const hidden = declared.filter((id) => !order.includes(id));
  return {
    order,
    /** null when the default is used. */
    chosen,
    changed: viewId !== null && edited?.viewId === viewId,
    all: [...order, ...hidden].map((id) => ({
      id,
      heading: headings[id] ?? id,
      always: list.columns[id]?.always === true,
      shown: order.includes(id),
      first: order[0] === id,
      last: order.at(-1) === id,
    })),
    toggle: (id: string) => set(order.includes(id) ? order.filter((one) => one !== id) : [...order, id]),
    move: swap,
    reset: () => set(view?.columns ? usual : null),
    settled: () => setEdited(null),
  };
}
export type ListColumns = ReturnType<typeof useListColumns>;

/** Handles lists that changed since columns were saved: unknown columns are dropped, required ones added. */
function known(list: ListDeclaration, saved: readonly string[] | null | undefined): string[] | null {
  const kept = saved?.filter((id) => id in list.columns);
  if (!kept || kept.length === 0) return null;
  const missing = Object.keys(list.columns).filter((id) => list.columns[id]?.always && !kept.includes(id));
  return [...missing, ...kept];
}

type ListSetup = CallOutput<typeof getListSetup>;
/** The saved view that the address started from. */
type OpenedView = ListView;

/** A list's saved views and which one is open. Errors are ignored, because the page works without them. */
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
    /** Whether the address differs from the saved view. */
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

/**
 * The columns as the grid needs them. The objects stay the same until order or language change, so rows don't
 * re-render.
 */
export function useGridColumnViews<Row extends { id: string }>(
  definition: ListDefinition<Row>,
  order: readonly string[],
  filterBy: (name: string, value: FilterValue) => void,
  shown: string,
): GridColumn<Row>[] {
  const texts = useTexts();
  const format = useFormat();
  const wanted = order.join();
  return useMemo(() => {
    const headings = definition.texts(texts).columns;
    return wanted.split(',').flatMap((id) => {
      const view = definition.columns[id];
      const declared = definition.list.columns[id];
      if (!view || !declared) return [];
      const { cell, ...look } = view;
      return {
        ...look,
        id,
        heading: headings[id] ?? id,
        main: id === definition.mainColumn,
        align: declared.align,
        sort: declared.sort,
        cell: (row: Row) => cell(row, { texts, format, filterBy, view: shown }),
      };
    });
  }, [definition, wanted, texts, format, filterBy, shown]);
}
