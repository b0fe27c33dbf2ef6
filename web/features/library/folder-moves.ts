import { type Folder, updateFolder } from '@lectern/contract/features/library.ts';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { dictionary } from '../../lib/i18n/language.ts';
import { fillText } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { renewFolders } from './renew-folders.ts';

/** Moves a folder with all that is in it; a failure is told like any other. */
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
    notify({ level: 'success', title, deed: { label: words.undo, run: back } });
  } catch {
    // Told already.
  }
}

async function change(client: QueryClient, folder: Folder, to: { parentId: string | null }): Promise<Folder> {
  const { id, version } = folder;
  const changed = await call(updateFolder, { params: { id }, body: { ...to, version } });
  await renewFolders(client);
  return changed;
}
