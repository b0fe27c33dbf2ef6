import { z } from 'zod';
import { detailEndpoints } from '../detail/define-detail.ts';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { resourceRow } from './resource.ts';

const page = '/app/resource/column' as const;
const read = { kind: 'page', pages: [page] } as const;
const manage = { kind: 'page', pages: [page], ability: 'editor' } as const;

export const columnModes = ['manual', 'rule'] as const;
export const columnSorts = ['manual', 'newest', 'title', 'updated'] as const;

export const columnFields = {
  name: z.string().trim().min(1).max(100),
  slug: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .regex(/^[\p{Ll}\p{Lo}\p{N}]+(-[\p{Ll}\p{Lo}\p{N}]+)*$/u, 'small letters and digits, with dashes between them'),
  description: z.string().trim().max(2000),
  visible: z.boolean(),
  mode: z.enum(columnModes),
  /** A view of the resource list, as a query string. */
  rule: z.string().max(4000),
  sortRule: z.enum(columnSorts),
  itemLimit: z.number().int().min(1).max(10_000).nullable(),
};

const columnNode = z.strictObject({
  id: z.uuid(),
  parentId: z.uuid().nullable(),
  ...columnFields,
  cover: z.string().nullable(),
  /** Resources that the public site shows, and the total including hidden ones. */
  shown: z.number().int(),
  held: z.number().int(),
  /** Hidden because of a sensitive word until its review is decided. */
  withheld: z.boolean(),
  version: z.int32(),
});
export type ColumnNode = z.output<typeof columnNode>;

export const listColumns = defineEndpoint({
  id: 'column.list',
  method: 'GET',
  path: '/columns',
  access: { kind: 'page', pages: [page, '/app/resource/info', '/app/resource/library', '/app/home/my'] },
  summary: 'Get the whole tree of columns, with counts',
  output: z.array(columnNode),
});

export const createColumn = defineEndpoint({
  id: 'column.create',
  method: 'POST',
  path: '/columns',
  access: manage,
  summary: 'Create a column; its slug defaults to its name',
  body: z.strictObject({ parentId: z.uuid().nullable(), name: columnFields.name, slug: columnFields.slug.optional() }),
  output: columnNode,
  successStatus: 201,
});

export const updateColumn = defineEndpoint({
  id: 'column.update',
  method: 'PATCH',
  path: '/columns/{id}',
  access: manage,
  summary: 'Change a column; 409 if someone else changed it',
  params: idParams,
  body: z.strictObject(columnFields).partial().extend({ version: z.int32() }),
  output: columnNode,
});

export const placeColumn = defineEndpoint({
  id: 'column.place',
  method: 'POST',
  path: '/columns/{id}/place',
  access: manage,
  summary: 'Move a column with its subcolumns',
  params: idParams,
  body: z.strictObject({ parentId: z.uuid().nullable(), beforeId: z.uuid().nullable(), version: z.int32() }),
  output: columnNode,
});

export const setColumnCover = defineEndpoint({
  id: 'column.setCover',
  method: 'PUT',
  path: '/columns/{id}/cover',
  access: manage,
  summary: 'Set the cover to an image resource; null removes it',
  params: idParams,
  body: z.strictObject({ resourceId: z.uuid().nullable(), version: z.int32() }),
  output: columnNode,
});

export const openColumnCover = defineEndpoint({
  id: 'column.openCover',
  method: 'GET',
  path: '/columns/{id}/cover',
  access: read,
  carrier: 'cookie',
  answer: 'stream',
  summary: 'Get the cover of a column',
  params: idParams,
  /** Changes with every new cover, to bypass browser caches. */
  query: z.strictObject({ file: z.uuid().optional() }),
});

/** What deleting or merging a column would affect. */
export const getColumnEffects = defineEndpoint({
  id: 'column.getEffects',
  method: 'GET',
  path: '/columns/{id}/effects',
  access: manage,
  summary: 'Preview the impact of deleting or merging a column, with its home-page uses',
  params: idParams,
  output: z.strictObject({
    columns: z.number().int(),
    resources: z.number().int(),
    uses: z.array(z.strictObject({ name: z.string(), link: z.string().nullable() })),
  }),
});

export const mergeColumn = defineEndpoint({
  id: 'column.merge',
  method: 'POST',
  path: '/columns/{id}/merge',
  access: manage,
  summary: 'Merge a column into another one',
  params: idParams,
  body: z.strictObject({ intoId: z.uuid(), version: z.int32() }),
  output: columnNode,
});

export const deleteColumn = defineEndpoint({
  id: 'column.delete',
  method: 'POST',
  path: '/columns/{id}/delete',
  access: manage,
  summary: 'Delete a column and its subcolumns; resources move to the target or are removed from it',
  params: idParams,
  body: z.strictObject({ targetId: z.uuid().nullable(), version: z.int32() }),
  successStatus: 204,
});

const columnItem = resourceRow.extend({
  pinned: z.boolean(),
  /** Held, but the public site does not show it. */ hidden: z.boolean(),
});
export type ColumnItem = z.output<typeof columnItem>;

export const listColumnItems = defineEndpoint({
  id: 'column.listItems',
  method: 'GET',
  path: '/columns/{id}/items',
  access: read,
  summary: 'List the resources of a column; preview shows what visitors see',
  params: idParams,
  query: z.strictObject({
    preview: z.stringbool().default(false),
    after: z.uuid().optional(),
    size: z.coerce.number().int().min(1).max(200).default(50),
  }),
  output: z.strictObject({ rows: z.array(columnItem), more: z.boolean() }),
});

export const addColumnItems = defineEndpoint({
  id: 'column.addItems',
  method: 'POST',
  path: '/columns/{id}/items',
  access: manage,
  summary: 'Add resources to a column',
  params: idParams,
  body: z.strictObject({ resourceIds: z.array(z.uuid()).min(1).max(200) }),
  output: z.strictObject({ added: z.number().int() }),
});

export const placeColumnItem = defineEndpoint({
  id: 'column.placeItem',
  method: 'POST',
  path: '/columns/{id}/items/{resourceId}/place',
  access: manage,
  summary: 'Move a resource within a column, or pin it',
  params: z.strictObject({ id: z.uuid(), resourceId: z.uuid() }),
  body: z.strictObject({ beforeId: z.uuid().nullable().optional(), pinned: z.boolean().optional() }),
  successStatus: 204,
});

export const removeColumnItems = defineEndpoint({
  id: 'column.removeItems',
  method: 'POST',
  path: '/columns/{id}/items/remove',
  access: manage,
  summary: 'Remove resources from a column',
  params: idParams,
  body: z.strictObject({ resourceIds: z.array(z.uuid()).min(1).max(200) }),
  output: z.strictObject({ removed: z.number().int() }),
});

export const columnDetail = {
  type: 'column',
  page,
  ability: 'editor',
  path: '/columns',
  revertable: ['name', 'slug', 'description', 'visible', 'mode', 'rule', 'sortRule', 'itemLimit'],
} as const;
export const columnDetailEndpoints = detailEndpoints(columnDetail);
export const {
  getLock: getColumnLock,
  takeLock: takeColumnLock,
  releaseLock: releaseColumnLock,
  listActivity: listColumnActivity,
  revertActivity: revertColumnActivity,
} = columnDetailEndpoints;
