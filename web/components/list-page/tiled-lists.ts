import { createStore } from '../../lib/store.ts';

const item = 'lectern.tiles';

/** Lists that this person last looked at as tiles, in this browser. */
export const tiledLists = createStore<ReadonlySet<string>>(
  new Set((localStorage.getItem(item) ?? '').split(',').filter(Boolean)),
);

export function toggleTiles(listId: string): void {
  const lists = new Set(tiledLists.get());
  if (!lists.delete(listId)) lists.add(listId);
  tiledLists.set(lists);
  localStorage.setItem(item, [...lists].join(','));
}
