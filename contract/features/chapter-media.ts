import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { onCourses } from './course.ts';
import { resourceLanguages } from './resource.ts';
import { resourceKinds } from './resource-state.ts';

/**
 * Media of a resource in a chapter, for everyone who may read the course: the course page alone only gives access to
 * resources in it. URLs are relative to the API base and use the cookie.
 */
const chapterMedia = z.strictObject({
  kind: z.enum(resourceKinds),
  title: z.string(),
  format: z.string(),
  sizeBytes: z.number().int(),
  durationSeconds: z.number().nullable(),
  frameRate: z.number().nullable(),
  /** What players load: a web rendition or the file itself. null while nothing may be shown yet. */
  played: z.string().nullable(),
  /** null if parts are masked and the redacted file isn't ready. */
  file: z.string().nullable(),
  poster: z.string().nullable(),
  peaks: z.string().nullable(),
  tracks: z.array(
    z.strictObject({ language: z.enum(resourceLanguages), label: z.string(), isDefault: z.boolean(), url: z.string() }),
  ),
});
export type ChapterMedia = z.output<typeof chapterMedia>;

const place = { id: z.uuid(), itemId: z.uuid() };
const stream = { method: 'GET', access: onCourses, carrier: 'cookie', answer: 'stream' } as const;

export const getChapterMedia = defineEndpoint({
  id: 'chapterMedia.get',
  method: 'GET',
  path: '/chapters/{id}/items/{itemId}/media',
  access: onCourses,
  summary: 'Get the media of a resource in a chapter',
  params: z.strictObject(place),
  output: chapterMedia,
});

export const openChapterFile = defineEndpoint({
  ...stream,
  id: 'chapterMedia.openFile',
  path: '/chapters/{id}/items/{itemId}/file',
  summary: 'Download the masked file of a resource in a chapter; supports ranges and ETags',
  params: z.strictObject(place),
  query: z.strictObject({ download: z.stringbool().default(false) }),
});

export const openChapterRendition = defineEndpoint({
  ...stream,
  id: 'chapterMedia.openRendition',
  path: '/chapters/{id}/items/{itemId}/renditions/{renditionId}',
  summary: 'Download a masked rendition of a resource in a chapter',
  params: z.strictObject({ ...place, renditionId: z.uuid() }),
});

export const openChapterSubtitle = defineEndpoint({
  ...stream,
  id: 'chapterMedia.openSubtitle',
  path: '/chapters/{id}/items/{itemId}/subtitles/{subtitleId}',
  summary: 'Get the published subtitles of a resource in a chapter as WebVTT, masked',
  params: z.strictObject({ ...place, subtitleId: z.uuid() }),
});

export const openShelfPicture = defineEndpoint({
  ...stream,
  id: 'chapterMedia.openShelfPicture',
  path: '/chapters/{id}/shelf/{resourceId}/{renditionId}',
  summary: 'Get the thumbnail of a resource that can be added to a chapter, masked',
  params: z.strictObject({ id: z.uuid(), resourceId: z.uuid(), renditionId: z.uuid() }),
});
