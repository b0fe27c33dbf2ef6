import { z } from 'zod';
import { audiences, defaultAudience } from '../audience.ts';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { selection } from './operation.ts';
import { onResourcePages, resourceFields, resourceRow } from './resource.ts';

const reason = z.string().trim().max(1000);

/** Fields changed by a bulk edit; omitted fields stay as they are. */
const resourceChanges = z.strictObject({
  title: z.strictObject({ find: z.string().min(1).max(300), replace: z.string().max(300) }).optional(),
  description: resourceFields.description.optional(),
  language: resourceFields.language.optional(),
  subjectId: resourceFields.subjectId.optional(),
  author: resourceFields.author.optional(),
  year: resourceFields.year.optional(),
  source: resourceFields.source.optional(),
  licence: resourceFields.licence.optional(),
  licenceUntil: resourceFields.licenceUntil.optional(),
  visibility: resourceFields.visibility.optional(),
  tags: z
    .union([
      z.strictObject({ add: resourceFields.tagIds.default([]), remove: resourceFields.tagIds.default([]) }),
      z.strictObject({ replace: resourceFields.tagIds }),
    ])
    .optional(),
});
export type ResourceChanges = z.output<typeof resourceChanges>;

/** Inputs of list actions, available in every resource list. */
export const resourceActionInputs = {
  submit: z.strictObject({}),
  withdraw: z.strictObject({}),
  /** Skips resources whose published summary is out of date, unless `acceptOutOfDate` is set. */
  publish: z.strictObject({ acceptOutOfDate: z.boolean().default(false) }),
  reject: z.strictObject({ reason: reason.min(1) }),
  offline: z.strictObject({ reason: reason.default('') }),
  trash: z.strictObject({ reason: reason.default('') }),
  restore: z.strictObject({}),
  /** Can't be undone. */
  purge: z.strictObject({}),
  schedule: z.strictObject({ publishAt: z.iso.datetime().nullable(), offlineAt: z.iso.datetime().nullable() }),
  edit: resourceChanges,
  place: z.strictObject({ libraryId: z.uuid(), folderId: z.uuid().nullable() }),
  copy: z.strictObject({ libraryId: z.uuid(), folderId: z.uuid().nullable() }),
  setOwner: z.strictObject({ toUserId: z.uuid() }),
  addToColumn: z.strictObject({ columnId: z.uuid() }),
  removeFromColumn: z.strictObject({ columnId: z.uuid() }),
  /** Appends to a chapter of a course that the caller may edit. */
  addToChapter: z.strictObject({ chapterId: z.uuid(), required: z.boolean().default(true) }),
  /** Adds to a slot in the draft of the home page. */
  recommend: z.strictObject({
    slotId: z.uuid(),
    audience: z.enum(audiences).default(defaultAudience),
    startsAt: z.iso.datetime().nullable().default(null),
    endsAt: z.iso.datetime().nullable().default(null),
  }),
  star: z.strictObject({ folderId: z.uuid().nullable().default(null) }),
  unstar: z.strictObject({}),
} as const;
export type ResourceAction = keyof typeof resourceActionInputs;

/** A field of several resources: their common value, or the number of different values. */
const common = <T extends z.ZodType>(value: T) =>
  z.discriminatedUnion('mixed', [
    z.strictObject({ mixed: z.literal(false), value }),
    z.strictObject({ mixed: z.literal(true), values: z.number().int() }),
  ]);

export const describeSelection = defineEndpoint({
  id: 'resource.describeSelection',
  method: 'POST',
  path: '/resources/selection',
  access: onResourcePages,
  summary: 'Get the values that selected resources share, for bulk editing',
  body: z.strictObject({ list: z.string().max(60), selection }),
  output: z.strictObject({
    count: z.number().int(),
    /** How many of them the caller may edit. */
    editable: z.number().int(),
    fields: z.strictObject({
      description: common(z.string()),
      language: common(z.string().nullable()),
      subjectId: common(z.uuid().nullable()),
      author: common(z.string()),
      year: common(z.number().int().nullable()),
      source: common(z.string()),
      licence: common(z.string().nullable()),
      licenceUntil: common(z.string().nullable()),
      visibility: common(z.string()),
    }),
    /** All tags among them, with the number of resources that have each. */
    tags: z.array(z.strictObject({ id: z.uuid(), name: z.string(), count: z.number().int() })),
  }),
  bodyLimit: 256 * 1024,
});

export const previewChanges = defineEndpoint({
  id: 'resource.previewChanges',
  method: 'POST',
  path: '/resources/selection/preview',
  access: onResourcePages,
  summary: 'Preview a bulk edit with sample resources before and after',
  body: z.strictObject({ list: z.string().max(60), selection, changes: resourceChanges }),
  output: z.strictObject({
    changed: z.number().int(),
    same: z.number().int(),
    refused: z.number().int(),
    samples: z.array(
      z.strictObject({
        id: z.uuid(),
        title: z.string(),
        changes: z.array(
          z.strictObject({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
        ),
      }),
    ),
  }),
  bodyLimit: 256 * 1024,
});

export const prepareDownload = defineEndpoint({
  id: 'resource.prepareDownload',
  method: 'POST',
  path: '/resources/downloads',
  access: onResourcePages,
  summary: 'Prepare an archive of resources; returns its address',
  body: z.strictObject({ list: z.string().max(60), selection }),
  output: z.strictObject({ id: z.uuid(), files: z.number().int(), sizeBytes: z.number().int(), url: z.string() }),
  successStatus: 201,
  bodyLimit: 256 * 1024,
});

export const openDownload = defineEndpoint({
  id: 'resource.openDownload',
  method: 'GET',
  path: '/resources/downloads/{id}',
  access: onResourcePages,
  carrier: 'cookie',
  answer: 'stream',
  summary: 'Download an archive; files you can no longer see are left out and named in it',
  params: idParams,
});

export const listDuplicates = defineEndpoint({
  id: 'resource.listDuplicates',
  method: 'GET',
  path: '/resources/duplicates',
  access: onResourcePages,
  summary: 'List groups of identical files, most wasted space first',
  query: z.strictObject({
    after: z
      .string()
      .regex(/^\d{1,15}-[0-9a-f]{64}$/)
      .optional(),
    /** Include groups that someone decided to keep. */
    decided: z.stringbool().default(false),
    size: z.coerce.number().int().min(1).max(50).default(20),
  }),
  output: z.strictObject({
    groups: z.array(
      z.strictObject({
        sha256: z.string(),
        sizeBytes: z.number().int(),
        keptBy: z.string().nullable(),
        resources: z.array(resourceRow.extend({ uses: z.number().int() })),
      }),
    ),
    next: z.string().nullable(),
  }),
});

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const keepDuplicates = defineEndpoint({
  id: 'resource.keepDuplicates',
  method: 'POST',
  path: '/resources/duplicates/keep',
  access: { ...onResourcePages, ability: 'editor' },
  summary: 'Keep duplicates on purpose; hides the group from the list',
  body: z.strictObject({ sha256 }),
  successStatus: 204,
});

export const mergeDuplicates = defineEndpoint({
  id: 'resource.mergeDuplicates',
  method: 'POST',
  path: '/resources/duplicates/merge',
  access: { ...onResourcePages, ability: 'editor' },
  summary: 'Merge duplicates: keep one, move the references to it and the others to Trash',
  body: z.strictObject({ sha256, keepId: z.uuid(), mergeIds: z.array(z.uuid()).min(1).max(100) }),
  output: resourceRow,
});
