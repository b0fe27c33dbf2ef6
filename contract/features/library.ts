import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { problem } from '../input-problems.ts';
import { integerInAddress } from '../integer.ts';
import { boundedCount } from '../list/define-list.ts';
import { licences, onResourcePages, resourceLanguages, visibilities } from './resource.ts';

const libraryKinds = ['school', 'college', 'personal'] as const;
const contributorRules = ['editors', 'everyone'] as const;

/** Steps that start automatically for new files; the others wait until someone requests them. */
const processingRule = z.strictObject({ convert: z.boolean(), ocr: z.boolean(), asr: z.boolean() });
export type ProcessingRule = z.output<typeof processingRule>;

export const library = z.strictObject({
  id: z.uuid(),
  kind: z.enum(libraryKinds),
  name: z.string(),
  description: z.string(),
  collegeId: z.uuid().nullable(),
  owner: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  quotaBytes: z.number().int().nullable(),
  /** null for people who can't add to or manage the library. */
  usedBytes: z.number().int().nullable(),
  /** Resources the caller may read, excluding Trash. */
  resources: boundedCount,
  contributors: z.enum(contributorRules),
  defaultLanguage: z.enum(resourceLanguages).nullable(),
  defaultLicence: z.enum(licences).nullable(),
  defaultVisibility: z.enum(visibilities),
  processing: processingRule,
  /** Whether the caller may add resources, and manage the library. */
  mayAdd: z.boolean(),
  mayManage: z.boolean(),
  version: z.int32(),
});
export type Library = z.output<typeof library>;

const folder = z.strictObject({
  id: z.uuid(),
  libraryId: z.uuid(),
  parentId: z.uuid().nullable(),
  name: z.string(),
  /** In the folder and its subfolders; resources the caller may read, excluding Trash. */
  resources: z.number().int(),
  version: z.int32(),
});
export type Folder = z.output<typeof folder>;

/** A comma-separated list of up to 50 IDs. */
const someIds = z
  .string()
  .max(2000)
  .transform((text) => text.split(','))
  .pipe(z.array(z.uuid()).max(50));

const onLibrary = { kind: 'page', pages: ['/app/resource/library'] } as const;

export const listLibraries = defineEndpoint({
  id: 'library.list',
  method: 'GET',
  path: '/libraries',
  access: onResourcePages,
  summary: 'List the libraries you can see, yours first; creates your own if missing',
  query: z.strictObject({
    /** Administrators only: also returns personal libraries of people whose name contains this. */
    person: z.string().trim().min(1).max(100).optional(),
    /** Administrators only: also returns these personal libraries, to show their names. */
    ids: someIds.optional(),
  }),
  output: z.array(library),
});

export const libraryFields = {
  name: z.string().trim().min(1).max(100),
  description: z.string().trim().max(1000),
  quotaBytes: z.number().int().min(1).nullable(),
  contributors: z.enum(contributorRules),
  defaultLanguage: z.enum(resourceLanguages).nullable(),
  defaultLicence: z.enum(licences).nullable(),
  defaultVisibility: z.enum(visibilities),
  processing: processingRule,
};

export const createLibrary = defineEndpoint({
  id: 'library.create',
  method: 'POST',
  path: '/libraries',
  access: { ...onLibrary, ability: 'admin' },
  summary: 'Create a school or college library',
  body: z.strictObject({
    name: libraryFields.name,
    kind: z.enum(['school', 'college']),
    collegeId: z.uuid().nullable().default(null),
  }),
  output: library,
  successStatus: 201,
});

export const updateLibrary = defineEndpoint({
  id: 'library.update',
  method: 'PATCH',
  path: '/libraries/{id}',
  access: onLibrary,
  summary: 'Change a library you manage; only administrators set quotas',
  params: idParams,
  body: z.strictObject(libraryFields).partial().extend({ version: z.int32() }),
  output: library,
});

export const deleteLibrary = defineEndpoint({
  id: 'library.delete',
  method: 'DELETE',
  path: '/libraries/{id}',
  access: { ...onLibrary, ability: 'admin' },
  summary: 'Delete an empty library',
  params: idParams,
  successStatus: 204,
});

export const listFolders = defineEndpoint({
  id: 'folder.list',
  method: 'GET',
  path: '/libraries/{id}/folders',
  access: onResourcePages,
  summary: 'List the folders of a library, with sizes',
  params: idParams,
  output: z.array(folder),
});

/** Only the fields that pickers and filters need. */
export const listFolderNames = defineEndpoint({
  id: 'folder.listNames',
  method: 'GET',
  path: '/folders',
  access: onResourcePages,
  summary: 'List folders of the libraries you can see, to choose from',
  query: z.strictObject({
    /** Administrators only: also returns these folders of other people's libraries, to show their names. */
    ids: someIds.optional(),
  }),
  output: z.array(folder.pick({ id: true, libraryId: true, parentId: true, name: true })),
});
export type FolderName = z.output<(typeof listFolderNames)['output']>[number];

const folderName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((name) => !/[/\\\0]/.test(name) && name !== '.' && name !== '..', problem('noSlashes'));

export const createFolder = defineEndpoint({
  id: 'folder.create',
  method: 'POST',
  path: '/libraries/{id}/folders',
  access: onLibrary,
  summary: 'Create a folder',
  params: idParams,
  body: z.strictObject({ parentId: z.uuid().nullable(), name: folderName }),
  output: folder,
  successStatus: 201,
});

export const updateFolder = defineEndpoint({
  id: 'folder.update',
  method: 'PATCH',
  path: '/folders/{id}',
  access: onLibrary,
  summary: 'Rename or move a folder with its content',
  params: idParams,
  body: z.strictObject({
    name: folderName.optional(),
    parentId: z.uuid().nullable().optional(),
    version: z.int32(),
  }),
  output: folder,
});

export const deleteFolder = defineEndpoint({
  id: 'folder.delete',
  method: 'DELETE',
  path: '/folders/{id}',
  access: onLibrary,
  summary: 'Delete a folder; its content moves up one level',
  params: idParams,
  query: z.strictObject({ version: integerInAddress }),
  successStatus: 204,
});

/** For the side panel of My resources. */
export const getMyStorage = defineEndpoint({
  id: 'library.myStorage',
  method: 'GET',
  path: '/my/storage',
  access: { kind: 'page', pages: ['/app/home/my'] },
  summary: 'Get the storage your resources use, by kind',
  output: z.strictObject({
    /** In the caller's personal library. */
    usedBytes: z.number().int(),
    quotaBytes: z.number().int().nullable(),
    /** The viewer's own resources in all libraries. */
    byKind: z.array(z.strictObject({ kind: z.string(), resources: z.number().int(), bytes: z.number().int() })),
  }),
});
