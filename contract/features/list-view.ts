import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';

/** A saved view: a name for the part of a list's URL that determines its rows. */
const listView = z.strictObject({
  id: z.uuid(),
  list: z.string(),
  name: z.string(),
  /** As in the list's URL. */
  query: z.string(),
  columns: z.array(z.string()).nullable(),
  shared: z.boolean(),
  own: z.boolean(),
  ownerName: z.string(),
});
export type ListView = z.output<typeof listView>;

const viewName = z.string().trim().min(1).max(60);
const viewQuery = z.string().max(4000);
const columnIds = z.array(z.string().max(60)).max(60);
const listParams = z.strictObject({ list: z.string().max(60) });

/** A list's saved views and the caller's chosen columns: what a list page needs besides its rows. */
export const getListSetup = defineEndpoint({
  id: 'listView.setup',
  method: 'GET',
  path: '/lists/{list}/setup',
  access: { kind: 'signedIn' },
  summary: 'Get your views, shared views and columns of a list',
  params: listParams,
  output: z.strictObject({ views: z.array(listView), columns: z.array(z.string()).nullable() }),
});

export const saveListColumns = defineEndpoint({
  id: 'listView.saveColumns',
  method: 'PUT',
  path: '/lists/{list}/columns',
  access: { kind: 'signedIn' },
  summary: 'Save your columns of a list; null restores the default',
  params: listParams,
  body: z.strictObject({ columns: columnIds.nullable() }),
  successStatus: 204,
});

export const createListView = defineEndpoint({
  id: 'listView.create',
  method: 'POST',
  path: '/lists/{list}/views',
  access: { kind: 'signedIn' },
  summary: 'Save a view of a list; sharing needs the editor ability',
  params: listParams,
  body: z.strictObject({ name: viewName, query: viewQuery, columns: columnIds.nullable(), shared: z.boolean() }),
  output: listView,
  successStatus: 201,
});

export const updateListView = defineEndpoint({
  id: 'listView.update',
  method: 'PATCH',
  path: '/lists/views/{id}',
  access: { kind: 'signedIn' },
  summary: 'Rename, update or share one of your views',
  params: idParams,
  body: z
    .strictObject({ name: viewName, query: viewQuery, columns: columnIds.nullable(), shared: z.boolean() })
    .partial(),
  output: listView,
});

export const deleteListView = defineEndpoint({
  id: 'listView.delete',
  method: 'DELETE',
  path: '/lists/views/{id}',
  access: { kind: 'signedIn' },
  summary: 'Delete one of your views',
  params: idParams,
  successStatus: 204,
});
