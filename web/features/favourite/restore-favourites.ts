import { listFavourites, restoreFavourites, updateFavourites } from '@lectern/contract/features/favourite.ts';
import { call } from '../../lib/api-client.ts';

export type Kept = { resourceId: string; folderId: string | null; note: string };
/** What was taken away, and what it stood before: a favourite's id, or the resource of another one taken away. */
export type Gone = Kept & { before: { id: string } | { resourceId: string } | null };

/** Brings favourites back to their places. Says how many came: what is gone for good does not. */
export async function putFavouritesBack(gone: readonly Gone[]): Promise<number> {
  const favourites = gone.map(({ resourceId, folderId, note }) => ({ resourceId, folderId, note }));
  await call(restoreFavourites, { body: { favourites } });
  // They come back as the first ones, under new ids.
  const { rows } = await call(listFavourites, { query: { size: '200' } });
  const newIds = new Map(rows.flatMap((row) => (row.resource ? [[row.resource.id, row.id] as const] : [])));
  const back = gone.flatMap((one) => {
    const id = newIds.get(one.resourceId);
    return id ? [{ id, before: one.before }] : [];
  });
  // From the last one up, so that the one it stood before is at its place again.
  for (const { id, before } of back.toReversed()) {
    const beforeId = before && ('id' in before ? before.id : newIds.get(before.resourceId));
    if (beforeId !== undefined) await call(updateFavourites, { body: { ids: [id], beforeId } });
  }
  return back.length;
}
