import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { integerInAddress } from '../integer.ts';
import { onResourcePages, resourceFields } from './resource.ts';

const uploadStates = ['receiving', 'checking', 'duplicate', 'unpacking', 'done', 'refused', 'cancelled'] as const;
export const duplicateChoices = ['use_existing', 'keep_both', 'new_version'] as const;
export const duplicateRules = ['ask', ...duplicateChoices] as const;
/** So many files can be announced with one call. */
export const announceLimit = 500;
/** An upload that nobody continues is forgotten after so long. */
export const uploadLifetimeMs = 7 * 24 * 3_600_000;

/** Files of these endings are audio or video. */
export const recordingExtensions = [
  ...[
    'mp4',
    'm4v',
    'mov',
    'qt',
    'mkv',
    'webm',
    'avi',
    'mpg',
    'mpeg',
    'ts',
    'm2ts',
    'wmv',
    'asf',
    'flv',
    'ogv',
    '3gp',
    '3g2',
  ],
  ...['mp3', 'm4a', 'm4b', 'wav', 'flac', 'ogg', 'oga', 'opus', 'aac', 'wma', 'aiff', 'aif', 'weba', 'mka'],
] as const;

export function isRecording(fileName: string): boolean {
  const extension = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase();
  return recordingExtensions.some((known) => known === extension);
}

export const uploadRow = z.strictObject({
  id: z.uuid(),
  batchId: z.uuid(),
  fileName: z.string(),
  relativePath: z.string(),
  sizeBytes: z.number().int(),
  offsetBytes: z.number().int(),
  libraryId: z.uuid(),
  folderId: z.uuid().nullable(),
  replacesId: z.uuid().nullable(),
  /** Of the new resource; a new version keeps the language of its resource. */
  language: z.string().nullable(),
  state: z.enum(uploadStates),
  /** Why it was refused, in plain words. */
  reason: z.string().nullable(),
  /** The resource with the very same file, while one has to choose. */
  duplicateOf: z
    .strictObject({ id: z.uuid(), kind: z.string(), title: z.string(), library: z.string(), mayReplace: z.boolean() })
    .nullable(),
  resource: z.strictObject({ id: z.uuid(), kind: z.string(), title: z.string() }).nullable(),
  /** What came out of an archive. */
  entries: z
    .strictObject({
      created: z.number().int(),
      updated: z.number().int(),
      skipped: z.number().int(),
      failed: z.number().int(),
    })
    .nullable(),
  createdAt: z.iso.datetime(),
  /** Where the bytes go, below the API base: tus 1.0. */
  url: z.string(),
});
export type UploadRow = z.output<typeof uploadRow>;

const fileName = z.string().min(1).max(255);
const announcedFile = z.strictObject({
  /** Made by the client: announcing the same file again finds the upload that is there. */
  id: z.uuid(),
  fileName,
  relativePath: z.string().max(2000).default(''),
  sizeBytes: z.number().int().min(0),
});

/** Begins many uploads with one call, each checked before its first byte is sent. */
export const announceUploads = defineEndpoint({
  id: 'upload.announce',
  method: 'POST',
  path: '/uploads',
  access: onResourcePages,
  summary: 'Announce files to upload; checks type, size, quota and free disk first',
  body: z.strictObject({
    batchId: z.uuid(),
    libraryId: z.uuid(),
    folderId: z.uuid().nullable().default(null),
    replacesId: z.uuid().nullable().default(null),
    onDuplicate: z.enum(duplicateRules).default('ask'),
    /**
     * What the files are in; null: no language, or none of these. Without it the library’s default applies. Announcing
     * again changes it for files that haven’t arrived.
     */
    language: resourceFields.language.optional(),
    files: z.array(announcedFile).min(1).max(announceLimit),
  }),
  output: z.array(uploadRow),
  successStatus: 201,
  bodyLimit: 1024 * 1024,
});

export const listUploads = defineEndpoint({
  id: 'upload.list',
  method: 'GET',
  path: '/uploads',
  access: onResourcePages,
  summary: 'List your open and recent uploads',
  query: z.strictObject({ batchId: z.uuid().optional(), after: z.uuid().optional() }),
  output: z.strictObject({ rows: z.array(uploadRow), more: z.boolean() }),
});

export const settleDuplicate = defineEndpoint({
  id: 'upload.settleDuplicate',
  method: 'POST',
  path: '/uploads/{id}/settle',
  access: onResourcePages,
  summary: 'Resolve a duplicate upload: use the existing file, keep both or make it a new version',
  params: idParams,
  body: z.strictObject({ choice: z.enum(duplicateChoices) }),
  output: uploadRow,
});

export const listUploadEntries = defineEndpoint({
  id: 'upload.listEntries',
  method: 'GET',
  path: '/uploads/{id}/entries',
  access: onResourcePages,
  summary: 'List the result for each file of an archive',
  params: idParams,
  query: z.strictObject({
    state: z.enum(['created', 'updated', 'skipped', 'failed']).optional(),
    after: integerInAddress.min(-1).default(-1),
    size: z.coerce.number().int().min(1).max(200).default(100),
  }),
  output: z.strictObject({
    rows: z.array(
      z.strictObject({
        position: z.number().int(),
        name: z.string(),
        state: z.enum(['created', 'updated', 'skipped', 'failed']),
        reason: z.string().nullable(),
        resourceId: z.uuid().nullable(),
      }),
    ),
    more: z.boolean(),
  }),
});

/** The three calls of tus 1.0 on one upload. Announcing takes the place of its creation call. */
export const tusPath = '/uploads/{id}/content';
export const tusVersion = '1.0.0';
/** An answer to PATCH says with this header what became of the upload. */
export const uploadStateHeader = 'lectern-upload-state';

const tusCall = { path: tusPath, access: onResourcePages, answer: 'stream', params: idParams } as const;

export const getUploadOffset = defineEndpoint({
  ...tusCall,
  id: 'upload.offset',
  method: 'HEAD',
  summary: 'tus: get the number of stored bytes as Upload-Offset',
});

export const appendToUpload = defineEndpoint({
  ...tusCall,
  id: 'upload.append',
  method: 'PATCH',
  summary: 'tus: send bytes from Upload-Offset; the last call creates the resource or returns why it can’t',
  bodyForm: 'stream',
});

export const cancelUpload = defineEndpoint({
  ...tusCall,
  id: 'upload.cancel',
  method: 'DELETE',
  summary: 'tus: cancel an upload and delete its bytes',
});
