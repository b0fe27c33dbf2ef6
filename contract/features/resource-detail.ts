import { z } from 'zod';
import { detailEndpoints } from '../detail/define-detail.ts';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { onResourceDetail, onResourcePages, resourceVersion } from './resource.ts';
import { resourceStates } from './resource-state.ts';

export const resourceDetail = {
  type: 'resource',
  page: '/app/resource/info',
  pages: onResourceDetail.pages,
  changePages: onResourcePages.pages,
  ability: 'user',
  path: '/resources',
  revertable: [
    'title',
    'description',
    'language',
    'subjectId',
    'author',
    'year',
    'source',
    'altText',
    'licence',
    'licenceUntil',
    'visibility',
    'tagIds',
  ],
} as const;

export const resourceDetailEndpoints = detailEndpoints(resourceDetail);
export const {
  getLock: getResourceLock,
  takeLock: takeResourceLock,
  releaseLock: releaseResourceLock,
  listActivity: listResourceActivity,
  revertActivity: revertResourceActivity,
} = resourceDetailEndpoints;

export const listVersions = defineEndpoint({
  id: 'resourceVersion.list',
  method: 'GET',
  path: '/resources/{id}/versions',
  access: onResourceDetail,
  summary: 'List the versions of a resource, newest first',
  params: idParams,
  output: z.array(resourceVersion),
});

const versionParams = z.strictObject({ id: z.uuid(), versionId: z.uuid() });

export const restoreVersion = defineEndpoint({
  id: 'resourceVersion.restore',
  method: 'POST',
  path: '/resources/{id}/versions/{versionId}/restore',
  access: onResourcePages,
  summary: 'Restore an older version as a new version',
  params: versionParams,
  body: z.strictObject({ version: z.int32() }),
  output: resourceVersion,
  successStatus: 201,
});

export const describeVersion = defineEndpoint({
  id: 'resourceVersion.describe',
  method: 'PATCH',
  path: '/resources/{id}/versions/{versionId}',
  access: onResourcePages,
  summary: 'Change the note of a version',
  params: versionParams,
  body: z.strictObject({ note: z.string().trim().max(1000) }),
  output: resourceVersion,
});

export const imageEdits = z.strictObject({
  /** Degrees clockwise. */
  rotate: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]).default(0),
  /** In pixels of the rotated image. */
  crop: z
    .strictObject({
      left: z.int32().min(0),
      top: z.int32().min(0),
      width: z.int32().min(1),
      height: z.int32().min(1),
    })
    .nullable()
    .default(null),
  stripGps: z.boolean().default(false),
});

export const editImage = defineEndpoint({
  id: 'resourceVersion.editImage',
  method: 'POST',
  path: '/resources/{id}/imageEdits',
  access: onResourcePages,
  summary: 'Crop or rotate an image or remove its location, as a new version in the background',
  params: idParams,
  body: imageEdits.extend({ version: z.int32() }),
  output: z.strictObject({ jobId: z.uuid() }),
  successStatus: 202,
});

export const openVersionFile = defineEndpoint({
  id: 'resourceVersion.openFile',
  method: 'GET',
  path: '/resources/{id}/versions/{versionId}/file',
  access: onResourceDetail,
  carrier: 'cookie',
  answer: 'stream',
  summary: 'Download the file of a version; supports ranges and ETags',
  params: versionParams,
  query: z.strictObject({
    /** Forces a download under the file's own name. */
    download: z.stringbool().default(false),
  }),
});

export const openRendition = defineEndpoint({
  id: 'rendition.open',
  method: 'GET',
  path: '/resources/{id}/renditions/{renditionId}',
  access: onResourceDetail,
  carrier: 'cookie',
  answer: 'stream',
  summary: 'Download a rendition, such as a thumbnail',
  params: z.strictObject({ id: z.uuid(), renditionId: z.uuid() }),
});

/** Something that uses a resource and would be affected by its removal. */
const resourceUse = z.strictObject({
  kind: z.enum(['column', 'favourite', 'course', 'recommendation']),
  name: z.string(),
  /** A Lectern path; null if the caller can't open it. */
  link: z.string().nullable(),
  detail: z.string().nullable(),
});
export type ResourceUse = z.output<typeof resourceUse>;

export const listUses = defineEndpoint({
  id: 'resource.listUses',
  method: 'GET',
  path: '/resources/{id}/uses',
  access: onResourceDetail,
  summary: 'List where a resource is used',
  params: idParams,
  output: z.array(resourceUse),
});

/** A visually similar image. */
const similarPicture = z.strictObject({
  id: z.uuid(),
  title: z.string(),
  thumbnail: z.string().nullable(),
  state: z.enum(resourceStates),
  owner: z.strictObject({ id: z.uuid(), name: z.string() }),
  /** Identical byte for byte. */
  sameFile: z.boolean(),
  /** Number of differing bits between the 64-bit image hashes; 0 means they look the same. */
  distance: z.number().int(),
});
export type SimilarPicture = z.output<typeof similarPicture>;

export const listSimilarPictures = defineEndpoint({
  id: 'resource.listSimilar',
  method: 'GET',
  path: '/resources/{id}/similar',
  access: onResourceDetail,
  summary: 'List up to 12 similar images, most similar first',
  params: idParams,
  output: z.array(similarPicture).max(12),
});

const resourceNote = z.strictObject({
  id: z.uuid(),
  author: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  text: z.string(),
  page: z.number().int().nullable(),
  second: z.number().nullable(),
  resolvedAt: z.iso.datetime().nullable(),
  resolvedBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  own: z.boolean(),
});
export type ResourceNote = z.output<typeof resourceNote>;

const noteFields = {
  text: z.string().trim().min(1).max(5000),
  page: z.int32().min(1).nullable().default(null),
  second: z.number().min(0).max(1_000_000_000).nullable().default(null),
};
const noteParams = z.strictObject({ id: z.uuid(), noteId: z.uuid() });

export const listNotes = defineEndpoint({
  id: 'resourceNote.list',
  method: 'GET',
  path: '/resources/{id}/notes',
  access: onResourceDetail,
  summary: 'List the notes of a resource, oldest first',
  params: idParams,
  output: z.array(resourceNote),
});

export const addNote = defineEndpoint({
  id: 'resourceNote.add',
  method: 'POST',
  path: '/resources/{id}/notes',
  access: onResourceDetail,
  summary: 'Add a note to a resource, optionally at a page or second',
  params: idParams,
  body: z.strictObject(noteFields),
  output: resourceNote,
  successStatus: 201,
});

export const updateNote = defineEndpoint({
  id: 'resourceNote.update',
  method: 'PATCH',
  path: '/resources/{id}/notes/{noteId}',
  access: onResourceDetail,
  summary: 'Edit your note, or resolve anyone’s',
  params: noteParams,
  body: z.strictObject({ text: noteFields.text.optional(), resolved: z.boolean().optional() }),
  output: resourceNote,
});

export const deleteNote = defineEndpoint({
  id: 'resourceNote.delete',
  method: 'DELETE',
  path: '/resources/{id}/notes/{noteId}',
  access: onResourceDetail,
  summary: 'Delete one of your notes',
  params: noteParams,
  successStatus: 204,
});
