import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { defineList, listEndpoints } from '../list/define-list.ts';
import { type PagePath, pagesLeadingTo } from '../routes.ts';
import { type PassageHit, passageHit } from './passage.ts';
import { publishFields } from './required-fields.ts';
import { resourceKinds, resourceMoveNames, resourceStates } from './resource-state.ts';

/** Anyone who may open one of these pages may work with resources; what they see and do is decided per resource. */
export const resourcePages = ['/app/resource/info', '/app/resource/library', '/app/home/my'] as const;
export const onResourcePages = { kind: 'page', pages: resourcePages } as const;
/** Includes other pages that lead to the details, such as favourites and columns. */
export const onResourceDetail = { kind: 'page', pages: pagesLeadingTo('resource.document') } as const;

const named = z.strictObject({ id: z.uuid(), name: z.string() });

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
/** Common languages of resources, as BCP 47 codes. */
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
  /** Detected from the content, such as `pdf` or `mp4`. */
  format: z.string(),
  sizeBytes: z.number().int(),
  durationSeconds: z.number().nullable(),
  pageCount: z.number().int().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** URL relative to the API base, using the cookie. */
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
  /** Starred by the caller. */
  starred: z.boolean(),
  /** Whether it is in the caller's data scope; others are read-only. */
  inScope: z.boolean(),
  versionNumber: z.number().int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int32(),
  /** The first passage that matches the list's search. */
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
  fileSize: { kind: 'range', unit: 'bytes' },
  duration: { kind: 'range', unit: 'seconds' },
  pages: { kind: 'range' },
  year: { kind: 'range' },
  created: { kind: 'date' },
  updated: { kind: 'date' },
  published: { kind: 'date' },
  scheduled: { kind: 'yesNo' },
  duplicates: { kind: 'yesNo' },
  starred: { kind: 'yesNo' },
  /** A phrase in the title, the description or the text of the file. */
  contains: { kind: 'text' },
  hasText: { kind: 'yesNo' },
  lowConfidence: { kind: 'yesNo' },
  /** Its text belongs to an older version. */
  stale: { kind: 'yesNo' },
  /** Has published subtitles in at least one language. */
  subtitled: { kind: 'yesNo' },
  /** Has at least one access event, at any time. */
  used: { kind: 'yesNo' },
  /** Added to anyone's favourites on these days, and still there. */
  favourite: { kind: 'date' },
  /** Has no value in these fields. */
  without: { kind: 'many', values: ['college', 'department', 'subject'] },
  /** Count all rows exactly, because the list was opened from a statistics figure. */
  counted: { kind: 'yesNo' },
} as const;

/** All resource lists share rows, columns and filters; they differ in tabs and in the columns shown by default. */
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
/** Everything in My resources has the same owner, so the column is hidden by default. */
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
/** Query string of the list of resources that wait for review. */
export const reviewQueueView = 'tab=inReview';
export const resourceLists = [resourceList, myResourceList, libraryResourceList] as const;

export const { list: listResources, export: exportResources } = listEndpoints(resourceList);
export const { list: listMyResources, export: exportMyResources } = listEndpoints(myResourceList);
export const { list: listLibraryResources, export: exportLibraryResources } = listEndpoints(libraryResourceList);

/** Editable metadata of a resource. */
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
  /** The last day of the licence; the resource goes offline afterwards. */
  licenceUntil: z.iso.date().nullable(),
  visibility: z.enum(visibilities),
  tagIds: z.array(z.uuid()).max(50),
};
export type ResourceFields = z.output<ReturnType<typeof z.strictObject<typeof resourceFields>>>;

/** Fields that can be filled from the file, each with a record of where its value comes from. */
export const sourcedFields = ['title', 'author', 'year', 'language'] as const;
const fieldSource = z.strictObject({
  from: z.enum(['file', 'fileName', 'library', 'person']),
  /** The person who entered it; null if their account is gone. */
  name: z.string().nullable(),
});
export type FieldSource = z.output<typeof fieldSource>;

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
  /** Metadata embedded in the file, such as codecs or EXIF. */
  facts: z.record(z.string(), z.unknown()),
  note: z.string(),
  fromNumber: z.number().int().nullable(),
  createdBy: named.nullable(),
  createdAt: z.iso.datetime(),
  /** URL of the file relative to the API base, using the cookie. */
  url: z.string(),
});
export type ResourceVersion = z.output<typeof resourceVersion>;

const resourceDetailView = resourceRow.extend({
  description: z.string(),
  author: z.string(),
  year: z.number().int().nullable(),
  source: z.string(),
  altText: z.string(),
  sources: z.partialRecord(z.enum(sourcedFields), fieldSource),
  stateSince: z.iso.datetime(),
  stateBy: named.nullable(),
  createdBy: named.nullable(),
  current: resourceVersion,
  /** What the caller may do now. */
  moves: z.array(z.enum(resourceMoveNames)),
  mayEdit: z.boolean(),
  /** Fields needed before publishing, and those that are still empty. */
  required: z.array(z.enum(publishFields)),
  missing: z.array(z.enum(publishFields)),
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
    /** The title, typed to confirm moves that can't be undone. */
    confirm: z.string().max(300).optional(),
    /** If false, publishing is refused with `summaryOutOfDate` while the published summary is out of date. */
    acceptOutOfDate: z.boolean().default(false),
    version: z.int32(),
  }),
  /** null after permanent deletion. */
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
    /** The list's query string, as in its URL. */
    view: z.string().max(4000).default(''),
  }),
  output: z.strictObject({
    previous: z.strictObject({ id: z.uuid(), kind: z.enum(resourceKinds) }).nullable(),
    next: z.strictObject({ id: z.uuid(), kind: z.enum(resourceKinds) }).nullable(),
    /** Number of resources before and after it in the list; null if too many to count. */
    before: z.number().int().nullable(),
    after: z.number().int().nullable(),
  }),
});

export function resourcePath(resource: { id: string; kind: (typeof resourceKinds)[number] }): string {
  const page = { document: 'detail', video: 'videoDetail', audio: 'audioDetail', image: 'imgDetail' }[resource.kind];
  return `/app/resource/info/${page}/${resource.id}`;
}

/** A resource's page, opened from the list of resources that wait for review. */
export function reviewQueuePath(resource: Parameters<typeof resourcePath>[0]): string {
  return `${resourcePath(resource)}?${new URLSearchParams({ list: resourceList.id, view: reviewQueueView })}`;
}

/** Query string that opens a passage on its resource's page; empty without a location. */
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
