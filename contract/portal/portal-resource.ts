import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { resourceLanguages } from '../features/resource.ts';
import { resourceKinds } from '../features/resource-state.ts';
import { mediaLink, nextCursor, portalName, portalPageQuery } from './portal-page.ts';

const access = { kind: 'apiKey', scope: 'content' } as const;

/** A published resource as shown in lists. */
export const portalResourceCard = z.strictObject({
  id: z.uuid(),
  kind: z.enum(resourceKinds),
  title: z.string(),
  description: z.string(),
  author: z.string(),
  year: z.number().int().nullable(),
  language: z.string().nullable(),
  subject: portalName.nullable(),
  tags: z.array(z.string()),
  licence: z.string().nullable(),
  format: z.string(),
  durationSeconds: z.number().nullable(),
  pageCount: z.number().int().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  publishedAt: z.iso.datetime().nullable(),
  updatedAt: z.iso.datetime(),
  /** Describes an image for people who can't see it. */
  altText: z.string(),
  /** null if there is none or the key lacks the `media` scope. */
  cover: mediaLink.nullable(),
});
export type PortalResourceCard = z.output<typeof portalResourceCard>;

export const listPortalResources = defineEndpoint({
  id: 'portal.resources',
  method: 'GET',
  path: '/portal/resources',
  access,
  summary: 'List published resources, newest first',
  query: z.strictObject({
    ...portalPageQuery,
    kind: z.enum(resourceKinds).optional(),
    /** Includes child subjects. */
    subject: z.uuid().optional(),
    /** Without child columns. The order isn't the column's own; for that, use `portal.column`. */
    column: z.uuid().optional(),
    language: z.enum(resourceLanguages).optional(),
  }),
  output: z.strictObject({ resources: z.array(portalResourceCard), next: nextCursor }),
});

/** A file derived from the resource, in a format browsers can show. */
export const portalRendition = z.strictObject({
  id: z.uuid(),
  kind: z.enum(['thumbnail', 'preview', 'page', 'pageThumbnail', 'poster', 'sprite', 'video', 'audio', 'peaks']),
  /** Starts at 1; 0 for files that aren't pages. */
  page: z.number().int(),
  contentType: z.string(),
  sizeBytes: z.number().int(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  media: mediaLink.nullable(),
});
export type PortalRendition = z.output<typeof portalRendition>;

export const portalSubtitle = z.strictObject({
  id: z.uuid(),
  language: z.string(),
  /** Name shown in players; empty for the language's name. */
  label: z.string(),
  isDefault: z.boolean(),
  /** WebVTT. */
  media: mediaLink.nullable(),
});

const place = z.strictObject({ page: z.number().int().nullable(), startMs: z.number().int().nullable() });

export const portalSummary = z.strictObject({
  language: z.string().nullable(),
  /** The resource has changed since; sites should say so next to the summary. */
  outOfDate: z.boolean(),
  sentences: z.array(z.strictObject({ text: z.string(), places: z.array(place) })),
  outline: z.array(z.strictObject({ title: z.string(), level: z.number().int(), place: place.nullable() })),
  keywords: z.array(z.string()),
  chapters: z.array(z.strictObject({ title: z.string(), startMs: z.number().int() })),
  questions: z.array(z.string()),
});
export type PortalSummary = z.output<typeof portalSummary>;

export const portalResource = portalResourceCard.extend({
  /** Where the resource comes from, as text. */
  source: z.string(),
  columns: z.array(portalName.extend({ slug: z.string() })),
  /** All renditions that aren't pages, and those of the first 100 pages. */
  renditions: z.array(portalRendition),
  /** The original file, or a redacted one if parts are masked; null if it can't be provided. */
  file: z
    .strictObject({
      name: z.string(),
      contentType: z.string(),
      sizeBytes: z.number().int(),
      media: mediaLink.nullable(),
    })
    .nullable(),
  subtitles: z.array(portalSubtitle),
  /** null if none is published. */
  summary: portalSummary.nullable(),
});
export type PortalResource = z.output<typeof portalResource>;

export const getPortalResource = defineEndpoint({
  id: 'portal.resource',
  method: 'GET',
  path: '/portal/resources/{id}',
  access,
  summary: 'Get a published resource with its renditions, subtitles, summary and file',
  params: idParams,
  output: portalResource,
});

export const listPortalPages = defineEndpoint({
  id: 'portal.pages',
  method: 'GET',
  path: '/portal/resources/{id}/pages',
  access,
  summary: 'Get more page images of a document',
  params: idParams,
  query: z.strictObject({ after: z.coerce.number().int().min(0).max(1_000_000).default(0) }),
  output: z.strictObject({ pages: z.array(portalRendition) }),
});
