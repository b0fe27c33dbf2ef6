import {
  createFavouriteFolder,
  deleteFavouriteFolder,
  type FavouriteFolder,
  listFavourites,
  updateFavouriteFolder,
  updateFavourites,
} from '@lectern/contract/features/favourite.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { favouriteHref, useFavouriteAddress } from '../favourite-address.ts';
import { told } from '../told.ts';
import { refreshFavourites } from '../use-favourites.ts';

const atOnce = 200;

/** What can be done to folders, each with its way back. */
export function useFolderDeeds(folders: readonly FavouriteFolder[]) {
  const client = useQueryClient();
  const { favourite: words } = useTexts();
  const { folder: opened } = useFavouriteAddress();
  const settle = async (doing: Promise<unknown>): Promise<boolean> => {
    const done = await doing.then(
      () => true,
      () => false,
    );
    await refreshFavourites(client);
    return done;
  };
  const put = (id: string, beforeId: string | null) =>
    call(updateFavouriteFolder, { params: { id }, body: { beforeId } });
  const nextOf = (id: string) => folders[folders.findIndex((folder) => folder.id === id) + 1]?.id ?? null;

  const place = async (folder: FavouriteFolder, beforeId: string | null) => {
    const before = nextOf(folder.id);
    if (beforeId === folder.id || beforeId === before) return;
    const done = await settle(put(folder.id, beforeId));
    const title = fillText(words.done.folderMoved, { name: folder.name });
    if (done) told(title, () => settle(put(folder.id, before)));
  };

  return {
    place,
    /** One place up or down. */
    async step(folder: FavouriteFolder, by: -1 | 1) {
      const at = folders.findIndex((one) => one.id === folder.id);
      const other = folders[at + by];
      if (other) await place(folder, by < 0 ? other.id : (folders[at + 2]?.id ?? null));
    },
    /** The favourites in it stay, in no folder; the way back puts them in again. */
    async remove(folder: FavouriteFolder) {
      const before = nextOf(folder.id);
      const inside = await idsIn(folder.id);
      const done = await settle(call(deleteFavouriteFolder, { params: { id: folder.id } }));
      if (!done) return;
      if (opened === folder.id) navigate(favouriteHref('all'));
      const undo = async () => {
        const made = await call(createFavouriteFolder, { body: { name: folder.name } });
        await put(made.id, before);
        for (let from = 0; from < inside.length; from += atOnce) {
          const ids = inside.slice(from, from + atOnce);
          await call(updateFavourites, { body: { ids, folderId: made.id } });
        }
      };
      const text = inside.length > 0 ? words.done.folderDeletedText : undefined;
      told(fillText(words.done.folderDeleted, { name: folder.name }), () => settle(undo()), text);
    },
  };
}
export type FolderDeeds = ReturnType<typeof useFolderDeeds>;

async function idsIn(folder: string): Promise<string[]> {
  const ids: string[] = [];
  for (let more = true; more; ) {
    const after = ids.at(-1);
    const page = await call(listFavourites, { query: { folder, size: String(atOnce), ...(after && { after }) } });
    ids.push(...page.rows.map((row) => row.id));
    more = page.more;
  }
  return ids;
}
