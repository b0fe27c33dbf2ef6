import { type Folder, listFolders, listLibraries, updateFolder } from '@lectern/contract/features/library.ts';
import { listLibraryResources } from '@lectern/contract/features/resource.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { Place } from '../../components/resource/place-chooser.tsx';
import { call } from '../../lib/api-client.ts';
import { beginOperation } from '../../lib/begin-operation.ts';
import { dictionary } from '../../lib/i18n/language.ts';
import { fillText } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { isAnswerOf } from '../../lib/queries.ts';

/** Moves a folder with its content; errors are shown globally. */
export async function moveFolder(
  client: QueryClient,
  folder: Folder,
  to: { id: string } | null,
  placeName: string,
): Promise<void> {
  const words = dictionary.get().texts?.library;
  try {
    const moved = await change(client, folder, { parentId: to?.id ?? null });
    if (!words) return;
    const title = fillText(words.moved, { name: folder.name, place: placeName });
    const back = () => void change(client, moved, { parentId: folder.parentId }).catch(() => undefined);
    notify({ level: 'success', title, action: { label: words.undo, run: back } });
  } catch {
    // Already shown.
  }
}

async function change(client: QueryClient, folder: Folder, to: { parentId: string | null }): Promise<Folder> {
  const { id, version } = folder;
  const changed = await call(updateFolder, { params: { id }, body: { ...to, version } });
  await renewFolders(client);
  return changed;
}

/** Queries that a change to libraries or folders invalidates. */
export const changedByFolders = [listFolders, listLibraries, listLibraryResources];

async function renewFolders(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ predicate: isAnswerOf(changedByFolders) });
}

const kind = 'application/x-lectern-resources';

/** The drag data contains only resource ids. */
export function dragResources(transfer: DataTransfer, ids: readonly string[]): void {
  transfer.effectAllowed = 'move';
  transfer.setData(kind, JSON.stringify(ids));
}

export function isResourceDrag(transfer: DataTransfer): boolean {
  return transfer.types.includes(kind);
}

export function draggedResources(transfer: DataTransfer): string[] {
  try {
    const ids: unknown = JSON.parse(transfer.getData(kind));
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Moves resources as an operation, which can be undone. */
export async function placeResources(ids: readonly string[], place: Place): Promise<void> {
  if (ids.length === 0) return;
  const order = { list: 'libraryResource', action: 'place', selection: { ids: [...ids] }, input: { ...place } };
  await beginOperation({ ...order, count: ids.length }).catch(() => undefined);
}
