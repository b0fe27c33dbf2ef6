import { type ColumnNode, placeColumn, updateColumn } from '@lectern/contract/features/column.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { placeOf, samePlace, type TreePlace, withPlace } from '../../components/tree/tree-model.ts';
import { call } from '../../lib/api-client.ts';
import { isApiError } from '../../lib/api-error.ts';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { createChangeQueue } from '../../lib/queries.ts';
import { keepColumn, knownColumns, refreshColumns, setColumns } from './use-columns.ts';

type Edit = Partial<Pick<ColumnNode, 'name' | 'slug' | 'description' | 'visible' | 'mode' | 'rule' | 'sortRule'>> & {
  itemLimit?: number | null;
};

const inTurn = createChangeQueue();

/** Column actions that run at once, each with Undo. */
export function useColumnActions() {
  const client = useQueryClient();
  const texts = useTexts();
  return useMemo(() => columnActions(client, texts), [client, texts]);
}
export type ColumnActions = ReturnType<typeof columnActions>;

function columnActions(client: QueryClient, texts: Texts) {
  const { column: words, drag } = texts;
  const told = (title: string, undo?: () => Promise<unknown>) =>
    notify({
      level: 'success',
      title,
      ...(undo && { action: { label: drag.undo, run: () => void undo().catch(() => undefined) } }),
    });
  const versionOf = (id: string) => knownColumns(client).find((column) => column.id === id)?.version ?? 0;
  /** The error is already shown; reload, because the page may be out of date. */
  const orRefresh = async (doing: Promise<ColumnNode>): Promise<ColumnNode> => {
    try {
      const column = await doing;
      keepColumn(client, column);
      return column;
    } catch (error) {
      if (isApiError(error)) void refreshColumns(client);
      throw error;
    }
  };
  const place = (id: string, to: TreePlace) => {
    setColumns(client, (columns) => withPlace(columns, id, to));
    return inTurn(() => orRefresh(call(placeColumn, { params: { id }, body: { ...to, version: versionOf(id) } })));
  };
  const update = (id: string, edit: Edit) =>
    inTurn(() => orRefresh(call(updateColumn, { params: { id }, body: { ...edit, version: versionOf(id) } })));

  return {
    told,
    /** Moves the column optimistically; does nothing if it is already there. */
    async place(id: string, to: TreePlace): Promise<void> {
      const from = placeOf(knownColumns(client), id);
      if (samePlace(from, to) || to.beforeId === id) return;
      const moved = await place(id, to).catch(() => undefined);
      if (moved) told(fillText(words.done.moved, { name: moved.name }), () => place(id, from));
    },
    async show(column: ColumnNode, visible: boolean): Promise<void> {
      const done = await update(column.id, { visible }).catch(() => undefined);
      const title = fillText(visible ? words.done.shown : words.done.hidden, { name: column.name });
      if (done) told(title, () => update(column.id, { visible: !visible }));
    },
    update,
  };
}
