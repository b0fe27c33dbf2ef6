import {
  addColumnItems,
  type ColumnItem,
  type ColumnNode,
  placeColumnItem,
  removeColumnItems,
} from '@lectern/contract/features/column.ts';
import { useQueryClient } from '@tanstack/react-query';
import { IconButton } from '../../../components/button.tsx';
import { reordered } from '../../../components/drag/sort-list.tsx';
import { ResourceLink } from '../../../components/resource/resource-link.tsx';
import { ResourceState } from '../../../components/resource/resource-state.tsx';
import { call } from '../../../lib/api-client.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useColumnActions } from '../use-column-actions.ts';
import { refreshColumns } from '../use-columns.ts';

type Props = {
  row: ColumnItem;
  editable: boolean;
  chosen: boolean;
  onToggle: () => void;
  actions: ItemActions;
};

export function ColumnItemRow({ row, editable, chosen, onToggle, actions }: Props) {
  const { column: texts } = useTexts();
  const words = texts.content;
  const title = { title: row.title };
  return (
    <>
      {editable && (
        <input
          type="checkbox"
          className="grid-checkbox"
          aria-label={fillText(words.select, title)}
          checked={chosen}
          onChange={onToggle}
        />
      )}
      <div className="column-item-title">
        <ResourceLink resource={row} />
      </div>
      {row.pinned && !editable && <small className="column-item-note">{words.pinned}</small>}
      {row.hidden && (
        <small className="column-item-note" title={words.notShownHint}>
          {words.notShown}
        </small>
      )}
      <div className="column-item-state">
        <ResourceState state={row.state} stateReason={row.stateReason} workFailed={row.workFailed} />
      </div>
      {editable && (
        <div className="column-item-actions">
          <IconButton
            icon={row.pinned ? 'pinFilled' : 'pin'}
            label={fillText(row.pinned ? words.unpin : words.pin, title)}
            aria-pressed={row.pinned}
            aria-keyshortcuts="P"
            onClick={() => void actions.pin(row)}
          />
          <IconButton
            icon="close"
            label={fillText(words.remove, title)}
            aria-keyshortcuts="Delete"
            onClick={() => void actions.remove([row])}
          />
        </div>
      )}
    </>
  );
}

type Place = { beforeId: string | null; pinned: boolean };

/** Actions on a column's items, each with Undo. */
export function useItemActions(
  column: ColumnNode,
  rows: readonly ColumnItem[],
  show: (rows: readonly ColumnItem[]) => void,
) {
  const client = useQueryClient();
  const { column: words } = useTexts();
  const { told } = useColumnActions();
  const { id } = column;
  const refresh = () => refreshColumns(client);
  const send = (resourceId: string, body: Partial<Place>) =>
    call(placeColumnItem, { params: { id, resourceId }, body });
  /** The error is already shown; reload the server's order. */
  const settle = async (doing: Promise<unknown>): Promise<boolean> => {
    const done = await doing.then(
      () => true,
      () => false,
    );
    await refresh();
    return done;
  };

  return {
    async place(row: ColumnItem, beforeId: string | null) {
      const before = placeOfItem(rows, row);
      if (beforeId === row.id || beforeId === before.beforeId) return;
      show(reordered(rows, row.id, beforeId ?? firstOfNextGroup(rows, row)));
      const done = await settle(send(row.id, { beforeId }));
      if (done) told(fillText(words.done.placed, { title: row.title }), () => settle(send(row.id, before)));
    },
    async pin(row: ColumnItem) {
      const pinned = !row.pinned;
      const before = placeOfItem(rows, row);
      const firstLoose = rows.find((one) => !one.pinned)?.id ?? null;
      const done = await settle(send(row.id, pinned ? { pinned } : { pinned, beforeId: firstLoose }));
      const title = fillText(pinned ? words.done.pinned : words.done.unpinned, { title: row.title });
      if (done) told(title, () => settle(send(row.id, before)));
    },
    async remove(gone: readonly ColumnItem[]) {
      const resourceIds = gone.map((row) => row.id);
      const places = gone.map((row) => ({ id: row.id, place: placeOfItem(rows, row) }));
      show(rows.filter((row) => !resourceIds.includes(row.id)));
      const done = await settle(call(removeColumnItems, { params: { id }, body: { resourceIds } }));
      if (!done) return;
      const putBack = async () => {
        await call(addColumnItems, { params: { id }, body: { resourceIds } });
        // Restore from last to first, so each item's successor is already in place.
        for (const { id: resourceId, place } of places.toReversed()) await send(resourceId, place);
      };
      told(fillText(words.done.removed, { count: gone.length, name: column.name }), () => settle(putBack()));
    },
  };
}
type ItemActions = ReturnType<typeof useItemActions>;

/** Position of an item within its group, pinned or not. */
function placeOfItem(rows: readonly ColumnItem[], row: ColumnItem): Place {
  const next = rows[rows.findIndex((one) => one.id === row.id) + 1];
  return { pinned: row.pinned, beforeId: next && next.pinned === row.pinned ? next.id : null };
}

function firstOfNextGroup(rows: readonly ColumnItem[], { pinned }: ColumnItem): string | null {
  return pinned ? (rows.find((row) => !row.pinned)?.id ?? null) : null;
}
