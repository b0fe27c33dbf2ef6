import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { onResourceDetail, resourceRow } from './resource.ts';

const own = { kind: 'page', pages: ['/app/home/collect'] } as const;

/** What has changed about a resource since it was added to favourites. */
const favouriteFlags = ['offline', 'trashed', 'purged', 'hidden', 'newVersion'] as const;

export const favourite = z.strictObject({
  id: z.uuid(),
  folderId: z.uuid().nullable(),
  note: z.string(),
  addedAt: z.iso.datetime(),
  flags: z.array(z.enum(favouriteFlags)),
  /** null if it was deleted or the caller lost access; `title` remains. */
  resource: resourceRow.nullable(),
  title: z.string(),
});
export type Favourite = z.output<typeof favourite>;

const favouriteFolder = z.strictObject({ id: z.uuid(), name: z.string(), favourites: z.number().int() });
export type FavouriteFolder = z.output<typeof favouriteFolder>;

export const listFavouriteFolders = defineEndpoint({
  id: 'favourite.listFolders',
  method: 'GET',
  path: '/favouriteFolders',
  access: onResourceDetail,
  summary: 'List your favourite folders, with counts',
  output: z.strictObject({
    folders: z.array(favouriteFolder),
    all: z.number().int(),
    unfiled: z.number().int(),
    /** Favourites whose resource went offline, was deleted or has changed. */
    flagged: z.number().int(),
  }),
});

export const listFavourites = defineEndpoint({
  id: 'favourite.list',
  method: 'GET',
  path: '/favourites',
  access: own,
  summary: 'List your favourites in your order',
  query: z.strictObject({
    folder: z.union([z.uuid(), z.literal('all'), z.literal('unfiled'), z.literal('flagged')]).default('all'),
    search: z.string().trim().max(200).default(''),
    after: z.uuid().optional(),
    size: z.coerce.number().int().min(1).max(200).default(50),
  }),
  output: z.strictObject({ rows: z.array(favourite), more: z.boolean() }),
});

/** List query from the page URL; default values are left out. */
export function favouriteQuery(params: URLSearchParams): { folder?: string; search?: string } {
  const folder = params.get('folder');
  const search = params.get('search')?.trim();
  return { ...(folder && folder !== 'all' && { folder }), ...(search && { search }) };
}

const folderName = z.string().trim().min(1).max(100);

export const createFavouriteFolder = defineEndpoint({
  id: 'favourite.createFolder',
  method: 'POST',
  path: '/favouriteFolders',
  access: onResourceDetail,
  summary: 'Create a favourite folder',
  body: z.strictObject({ name: folderName }),
  output: favouriteFolder,
  successStatus: 201,
});

export const updateFavouriteFolder = defineEndpoint({
  id: 'favourite.updateFolder',
  method: 'PATCH',
  path: '/favouriteFolders/{id}',
  access: own,
  summary: 'Rename or move a favourite folder; null moves it to the end',
  params: idParams,
  body: z.strictObject({ name: folderName.optional(), beforeId: z.uuid().nullable().optional() }),
  output: favouriteFolder,
});

export const deleteFavouriteFolder = defineEndpoint({
  id: 'favourite.deleteFolder',
  method: 'DELETE',
  path: '/favouriteFolders/{id}',
  access: own,
  summary: 'Delete a folder; its favourites stay',
  params: idParams,
  successStatus: 204,
});

export const addFavourite = defineEndpoint({
  id: 'favourite.add',
  method: 'PUT',
  path: '/resources/{id}/star',
  access: onResourceDetail,
  summary: 'Add a resource to your favourites',
  params: idParams,
  body: z.strictObject({ folderId: z.uuid().nullable().default(null) }),
  successStatus: 204,
});

export const removeFavourite = defineEndpoint({
  id: 'favourite.remove',
  method: 'DELETE',
  path: '/resources/{id}/star',
  access: onResourceDetail,
  summary: 'Remove a resource from your favourites',
  params: idParams,
  successStatus: 204,
});

const ids = z.array(z.uuid()).min(1).max(200);

export const updateFavourites = defineEndpoint({
  id: 'favourite.update',
  method: 'PATCH',
  path: '/favourites',
  access: own,
  summary: 'Move, reorder or note favourites, or mark changes as seen',
  body: z.strictObject({
    ids,
    folderId: z.uuid().nullable().optional(),
    beforeId: z.uuid().nullable().optional(),
    note: z.string().trim().max(1000).optional(),
    seen: z.literal(true).optional(),
  }),
  successStatus: 204,
});

export const removeFavourites = defineEndpoint({
  id: 'favourite.removeMany',
  method: 'POST',
  path: '/favourites/remove',
  access: own,
  summary: 'Remove several favourites; returns them so they can be restored',
  body: z.strictObject({ ids }),
  output: z.strictObject({
    removed: z.array(z.strictObject({ resourceId: z.uuid(), folderId: z.uuid().nullable(), note: z.string() })),
  }),
});

export const restoreFavourites = defineEndpoint({
  id: 'favourite.restoreMany',
  method: 'POST',
  path: '/favourites/restore',
  access: own,
  summary: 'Restore removed favourites',
  body: z.strictObject({
    favourites: z
      .array(z.strictObject({ resourceId: z.uuid(), folderId: z.uuid().nullable(), note: z.string().max(1000) }))
      .min(1)
      .max(200),
  }),
  successStatus: 204,
});
