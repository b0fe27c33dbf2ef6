import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { defineList, listEndpoints } from '../list/define-list.ts';
import { type PagePath, pagesLeadingTo } from '../routes.ts';
import { type PassageHit, passageHit } from './passage.ts';
import { resourceKinds, resourceMoveNames, resourceStates } from './resource-state.ts';

/** Whoever may open one of these pages may work with resources; what they see and do is decided per resource. */
export const resourcePages = ['/app/resource/info', '/app/resource/library', '/app/home/my'] as const;
export const onResourcePages = { kind: 'page', pages: resourcePages } as const;
/** Favourites and columns lead to the details as well: to look, to take notes and to star. */
export const onResourceDetail = { kind: 'page', pages: pagesLeadingTo('resource.document') } as const;

const named = z.strictObject({ id: z.uuid(), name: z.string() });

/** Short names of licences as the front site shows them. */
export const licences = [
  'own',
  'all_rights_reserved',
  'cc0',
  'cc_by',
  'cc_by_sa',
  'cc_by_nc',
  'cc_by_nc_sa',
  'cc_by_nd',
  'cc_by_nc_nd',
  'public_domain',
  'permission',
] as const;
export const visibilities = ['everyone', 'campus', 'department', 'owner'] as const;
/** Languages that resources are commonly in; as BCP 47 has them. */
export const resourceLanguages = [
  'en',
  'zh',
  'de',
  'fr',
  'es',
  'pt',
  'it',
  'ru',
  'ja',
  'ko',
  'ar',
  'hi',
  'nl',
  'pl',
  'sv',
  'tr',
  'vi',
  'th',
  'la',
  'mul',
] as const;

export const resourceRow = z.strictObject({
  id: z.uuid(),
  kind: z.enum(resourceKinds),
  title: z.string(),
  fileName: z.string(),
  /** Such as `pdf` or `mp4`, by what the file holds. */
  format: z.string(),
  sizeBytes: z.number().int(),
  durationSeconds: z.number().nullable(),
  pageCount: z.number().int().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** Address below the API base, by cookie. */
  thumbnail: z.string().nullable(),
  state: z.enum(resourceStates),
  stateReason: z.string().nullable(),
  workFailed: z.boolean(),
  language: z.string().nullable(),
  subject: named.nullable(),
  owner: named,
  department: named.nullable(),
  library: named,
  folder: named.nullable(),
  tags: z.array(named),
  columns: z.array(named),
  licence: z.enum(licences).nullable(),
  licenceUntil: z.iso.date().nullable(),
  visibility: z.enum(visibilities),
  publishAt: z.iso.datetime().nullable(),
  offlineAt: z.iso.datetime().nullable(),
  publishedAt: z.iso.datetime().nullable(),
  /** Starred by the person who asks. */
  starred: z.boolean(),
  /** Within the data scope of the person who asks; others are theirs to read only. */
  inScope: z.boolean(),
  versionNumber: z.number().int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int32(),
  /** The first piece of its text that holds what a list was asked for. */
  passage: passageHit.optional(),
});
export type ResourceRow = z.output<typeof resourceRow>;

const columns = {
  title: { sort: 'title', always: true },
  kind: {},
  state: {},
  tags: {},
  columns: {},
  library: {},
  owner: {},
  department: { optional: true },
  subject: { optional: true },
  language: { optional: true },
  licence: { optional: true },
  visibility: { optional: true },
  length: { align: 'end' },
  size: { sort: 'size', align: 'end' },
  created: { sort: 'created', optional: true },
  published: { optional: true },
  updated: { sort: 'updated' },
} as const;

const filters = {
  title: { kind: 'text' },
  kind: { kind: 'many', values: resourceKinds },
  fileFormat: { kind: 'text' },
  state: { kind: 'many', values: resourceStates.filter((state) => state !== 'purged') },
  owner: { kind: 'person' },
  department: { kind: 'tree', of: 'department' },
  college: { kind: 'tree', of: 'college' },
  subject: { kind: 'tree', of: 'subject' },
  library: { kind: 'tree', of: 'library' },
  folder: { kind: 'tree', of: 'folder' },
  column: { kind: 'tree', of: 'column' },
  inColumn: { kind: 'yesNo' },
  tag: { kind: 'tree', of: 'tag' },
  tagged: { kind: 'yesNo' },
  language: { kind: 'many', values: resourceLanguages },
  licence: { kind: 'many', values: licences },
  licenceEnds: { kind: 'date' },
  visibility: { kind: 'many', values: visibilities },
  fileSize: { kind: 'range' },
  duration: { kind: 'range' },
  pages: { kind: 'range' },
  year: { kind: 'range' },
  created: { kind: 'date' },
  updated: { kind: 'date' },
  published: { kind: 'date' },
  scheduled: { kind: 'yesNo' },
  duplicates: { kind: 'yesNo' },
  starred: { kind: 'yesNo' },
  /** Words that stand together in a title, a description, or the text of a file. */
  contains: { kind: 'text' },
  hasText: { kind: 'yesNo' },
  lowConfidence: { kind: 'yesNo' },
  /** Its text is of an older version. */
  stale: { kind: 'yesNo' },
  /** Has published subtitles in some language. */
  subtitled: { kind: 'yesNo' },
  /** Somebody, at any time, did something with it. */
  used: { kind: 'yesNo' },
  /** Somebody made it a favourite on one of these days, and still has it as one. */
  favourite: { kind: 'date' },
  /** Those that have none of these. */
  without: { kind: 'many', values: ['college', 'department', 'subject'] },
  /** All of them are counted, however many: a figure was followed. */
  counted: { kind: 'yesNo' },
} as const;

/** The same rows, columns and filters wherever resources are listed; pages differ in tabs and in what they begin with. */
function resourceListOf<const Tab extends string>(
  id: string,
  page: PagePath,
  path: string,
  tabs: readonly [Tab, ...Tab[]],
  shown: typeof columns = columns,
) {
  return defineList({
    id,
    texts: 'resourceList',
    page,
    path,
    row: resourceRow,
    columns: shown,
    filters,
    sorts: ['title', 'size', 'created', 'updated'],
    defaultSort: '-updated',
    tabs,
  });
}

export const resourceList = resourceListOf('resource', '/app/resource/info', '/resources', [
  'all',
  'document',
  'video',
  'audio',
  'image',
  'inReview',
  'failed',
  'offline',
  'trash',
]);
/** Whose they are goes without saying among one's own. */
const myColumns = { ...columns, owner: { ...columns.owner, optional: true } } as const;
export const myResourceList = resourceListOf(
  'myResource',
  '/app/home/my',
  '/my/resources',
  ['all', 'drafts', 'processing', 'needsMe', 'published', 'trash'],
  myColumns,
);
export const libraryResourceList = resourceListOf('libraryResource', '/app/resource/library', '/library/resources', [
  'all',
  'document',
  'video',
  'audio',
  'image',
  'trash',
]);
export const resourceLists = [resourceList, myResourceList, libraryResourceList] as const;

export const { list: listResources, export: exportResources } = listEndpoints(resourceList);
export const { list: listMyResources, export: exportMyResources } = listEndpoints(myResourceList);
export const { list: listLibraryResources, export: exportLibraryResources } = listEndpoints(libraryResourceList);

/** What people say of a resource. */
export const resourceFields = {
  title: z.string().trim().min(1).max(300),
  description: z.string().trim().max(10_000),
  language: z.enum(resourceLanguages).nullable(),
  subjectId: z.uuid().nullable(),
  author: z.string().trim().max(300),
  year: z.number().int().min(1).max(9999).nullable(),
  source: z.string().trim().max(1000),
  altText: z.string().trim().max(2000),
  licence: z.enum(licences).nullable(),
  /** The last day the licence holds; the resource goes offline after it. */
  licenceUntil: z.iso.date().nullable(),
  visibility: z.enum(visibilities),
  tagIds: z.array(z.uuid()).max(50),
};
export type ResourceFields = z.output<ReturnType<typeof z.strictObject<typeof resourceFields>>>;

export const resourceVersion = z.strictObject({
  id: z.uuid(),
  number: z.number().int(),
  current: z.boolean(),
  fileName: z.string(),
  format: z.string(),
  contentType: z.string(),
  sizeBytes: z.number().int(),
  /** Hexadecimal. */
  sha256: z.string(),
  durationSeconds: z.number().nullable(),
  pageCount: z.number().int().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** What the file says of itself, such as codecs or EXIF. */
  facts: z.record(z.string(), z.unknown()),
  note: z.string(),
  fromNumber: z.number().int().nullable(),
  createdBy: named.nullable(),
  createdAt: z.iso.datetime(),
  /** The file itself, below the API base, by cookie. */
  url: z.string(),
});
export type ResourceVersion = z.output<typeof resourceVersion>;

/** Everything a detail page begins with. */
const resourceDetailView = resourceRow.extend({
  description: z.string(),
  author: z.string(),
  year: z.number().int().nullable(),
  source: z.string(),
  altText: z.string(),
  stateSince: z.iso.datetime(),
  stateBy: named.nullable(),
  createdBy: named.nullable(),
  current: resourceVersion,
  /** What this person may do with it right now. */
  moves: z.array(z.enum(resourceMoveNames)),
  mayEdit: z.boolean(),
  counts: z.strictObject({
    versions: z.number().int(),
    uses: z.number().int(),
    notes: z.number().int(),
    duplicates: z.number().int(),
  }),
});
export type ResourceDetailView = z.output<typeof resourceDetailView>;

export const getResource = defineEndpoint({
  id: 'resource.get',
  method: 'GET',
  path: '/resources/{id}',
  access: onResourceDetail,
  summary: 'Get a resource with its current version; 410 if permanently deleted',
  params: idParams,
  output: resourceDetailView,
});

export const updateResource = defineEndpoint({
  id: 'resource.update',
  method: 'PATCH',
  path: '/resources/{id}',
  access: onResourcePages,
  summary: 'Change a resource’s metadata; 409 if someone else changed it',
  params: idParams,
  body: z.strictObject(resourceFields).partial().extend({ version: z.int32() }),
  output: resourceDetailView,
});

export const moveResource = defineEndpoint({
  id: 'resource.move',
  method: 'POST',
  path: '/resources/{id}/moves',
  access: onResourcePages,
  summary: 'Move a resource to another state; deleting permanently needs its title',
  params: idParams,
  body: z.strictObject({
    move: z.enum(resourceMoveNames),
    reason: z.string().trim().max(1000).optional(),
    /** The title, typed by hand, where the move can't be undone. */
    confirm: z.string().max(300).optional(),
    /** Publishing without it is refused with `summaryOutOfDate` while the published summary is out of date. */
    acceptOutOfDate: z.boolean().default(false),
    version: z.int32(),
  }),
  /** null: it is purged. */
  output: resourceDetailView.nullable(),
});

export const neighbours = defineEndpoint({
  id: 'resource.neighbours',
  method: 'GET',
  path: '/resources/{id}/neighbours',
  access: onResourcePages,
  summary: 'Get the previous and next resource of the list you came from',
  params: idParams,
  query: z.strictObject({
    list: z.enum(['resource', 'myResource', 'libraryResource']),
    /** The list’s query string, as its address has it. */
    view: z.string().max(4000).default(''),
  }),
  output: z.strictObject({
    previous: z.strictObject({ id: z.uuid(), kind: z.enum(resourceKinds) }).nullable(),
    next: z.strictObject({ id: z.uuid(), kind: z.enum(resourceKinds) }).nullable(),
    /** How many come before and after it there; null: more than are worth counting. */
    before: z.number().int().nullable(),
    after: z.number().int().nullable(),
  }),
});

/** The page of one resource. */
export function resourcePath(resource: { id: string; kind: (typeof resourceKinds)[number] }): string {
  const page = { document: 'detail', video: 'videoDetail', audio: 'audioDetail', image: 'imgDetail' }[resource.kind];
  return `/app/resource/info/${page}/${resource.id}`;
}

/** The place of a passage as the address of its resource's page says it; empty where it has none. */
export function placeQuery(
  kind: ResourceRow['kind'],
  { page, second, box }: Omit<PassageHit, 'text' | 'marks'>,
): string {
  return [
    ...(page !== null && kind !== 'image' ? [`page=${page}`] : []),
    ...(second !== null ? [`second=${second}`] : []),
    ...(box ? [`box=${box.join(',')}`] : []),
  ].join('&');
}
