import {
  type Favourite,
  listFavourites,
  removeFavourites,
  restoreFavourites,
  updateFavourites,
} from '@lectern/contract/features/favourite.ts';
import { useQueryClient } from '@tanstack/react-query';
import { reordered } from '../../components/drag/sort-list.tsx';
import { call } from '../../lib/api-client.ts';
import { dictionary } from '../../lib/i18n/language.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { refreshFavourites } from './use-favourites.ts';

/** Reloads favourites after a change and returns whether it succeeded; the API client shows the error. */
export function useSettle() {
  const client = useQueryClient();
  return async (doing: Promise<unknown>): Promise<boolean> => {
    const done = await doing.then(
      () => true,
      () => false,
    );
    await refreshFavourites(client);
    return done;
  };
}

/** Actions on favourites, each with Undo. */
export function useFavouriteActions(
  rows: readonly Favourite[],
  show: (rows: readonly Favourite[]) => void,
  more: boolean,
) {
  const client = useQueryClient();
  const { favourite: words } = useTexts();
  const update = (
    ids: readonly string[],
    change: { folderId?: string | null; beforeId?: string | null; note?: string },
  ) => call(updateFavourites, { body: { ids: [...ids], ...change } });
  const settle = useSettle();

  return {
    async place(row: Favourite, beforeId: string | null) {
      const before = rows[rows.findIndex((one) => one.id === row.id) + 1]?.id ?? null;
      if (beforeId === row.id || beforeId === before) return;
      show(reordered(rows, row.id, beforeId));
      const done = await settle(update([row.id], { beforeId }));
      const undo = () => settle(update([row.id], { beforeId: before }));
      // No Undo for the last loaded row when there are more pages, because its successor is unknown.
      if (done) told(fillText(words.done.placed, { title: row.title }), before === null && more ? undefined : undo);
    },
    async move(chosen: readonly Favourite[], folder: { id: string | null; name: string }) {
      const moving = chosen.filter((row) => row.folderId !== folder.id);
      if (moving.length === 0) return;
      const done = await settle(update(idsOf(moving), { folderId: folder.id }));
      const undo = async () => {
        const groups = Map.groupBy(moving, (row) => row.folderId);
        for (const [folderId, group] of groups) await update(idsOf(group), { folderId });
      };
      const title = fillText(words.done.moved, { count: moving.length, folder: folder.name });
      if (done) told(title, () => settle(undo()));
    },
    async remove(chosen: readonly Favourite[]) {
      const ids = idsOf(chosen);
      show(rows.filter((row) => !ids.includes(row.id)));
      let removed: Kept[] = [];
      const doing = call(removeFavourites, { body: { ids } }).then((answer) => {
        removed = answer.removed;
      });
      if (!(await settle(doing))) return;
      const gone = removed.map((kept) => ({ ...kept, before: nextOf(rows, ids, kept.resourceId) }));
      const undo = async () => {
        const back = await putFavouritesBack(inOrderOf(rows, gone));
        await refreshFavourites(client);
        if (back < gone.length) notify({ level: 'warning', title: words.done.partly });
      };
      told(fillText(words.done.removed, { count: chosen.length }), undo);
    },
    async note(row: Favourite, note: string): Promise<boolean> {
      const done = await settle(update([row.id], { note }));
      if (done) told(words.done.noted, () => settle(update([row.id], { note: row.note })));
      return done;
    },
    async seen(chosen: readonly Favourite[]) {
      const ids = idsOf(chosen);
      const done = await settle(call(updateFavourites, { body: { ids, seen: true } }));
      if (done) told(fillText(words.done.seen, { count: ids.length }));
    },
  };
}
export type FavouriteActions = ReturnType<typeof useFavouriteActions>;

function idsOf(rows: readonly Favourite[]): string[] {
  return rows.map((row) => row.id);
}

/** The item after a removed favourite, needed to restore its position. */
function nextOf(rows: readonly Favourite[], goneIds: readonly string[], resourceId: string): Gone['before'] {
  const next = rows[rows.findIndex((row) => row.resource?.id === resourceId) + 1];
  if (!next) return null;
  return goneIds.includes(next.id) && next.resource ? { resourceId: next.resource.id } : { id: next.id };
}

function inOrderOf(rows: readonly Favourite[], gone: readonly Gone[]): Gone[] {
  const at = (one: Gone) => rows.findIndex((row) => row.resource?.id === one.resourceId);
  return gone.toSorted((left, right) => at(left) - at(right));
}

type Kept = { resourceId: string; folderId: string | null; note: string };
/** A removed favourite and its successor: a favourite's id, or the resource of another removed one. */
type Gone = Kept & { before: { id: string } | { resourceId: string } | null };

/** Restores favourites at their places; returns how many, because deleted resources can't be restored. */
async function putFavouritesBack(gone: readonly Gone[]): Promise<number> {
  const favourites = gone.map(({ resourceId, folderId, note }) => ({ resourceId, folderId, note }));
  await call(restoreFavourites, { body: { favourites } });
  // Restored favourites come first and have new ids.
  const { rows } = await call(listFavourites, { query: { size: '200' } });
  const newIds = new Map(rows.flatMap((row) => (row.resource ? [[row.resource.id, row.id] as const] : [])));
  const back = gone.flatMap((one) => {
    const id = newIds.get(one.resourceId);
    return id ? [{ id, before: one.before }] : [];
  });
  // Restore from last to first, so each one's successor is already in place.
  for (const { id, before } of back.toReversed()) {
    const beforeId = before && ('id' in before ? before.id : newIds.get(before.resourceId));
    if (beforeId !== undefined) await call(updateFavourites, { body: { ids: [id], beforeId } });
  }
  return back.length;
}

/** Notifies about a finished action, with Undo where possible. */
export function told(title: string, undo?: () => Promise<unknown>, text?: string): void {
  const label = dictionary.get().texts?.drag.undo ?? '';
  notify({
    level: 'success',
    title,
    ...(text && { text }),
    // The API client shows the error.
    ...(undo && { action: { label, run: () => void undo().catch(() => undefined) } }),
  });
}
