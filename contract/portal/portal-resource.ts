import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { resourceLanguages } from '../features/resource.ts';
import { resourceKinds } from '../features/resource-state.ts';
import { mediaLink, nextCursor, portalName, portalPageQuery } from './portal-page.ts';

const access = { kind: 'apiKey', scope: 'content' } as const;

/** What lists show of a published resource. */
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
  /** What a picture shows, for those who can't see it. */
  altText: z.string(),
  /** null: there is none, or the key has no scope `media`. */
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
    /** With everything below it. */
    subject: z.uuid().optional(),
    /** In the column itself; columns have an order of their own, which `portal.column` keeps. */
    column: z.uuid().optional(),
    language: z.enum(resourceLanguages).optional(),
  }),
  output: z.strictObject({ resources: z.array(portalResourceCard), next: nextCursor }),
});

/** A file that can be shown: derived from the resource, in the form that browsers play. */
export const portalRendition = z.strictObject({
  id: z.uuid(),
  kind: z.enum(['thumbnail', 'preview', 'page', 'pageThumbnail', 'poster', 'sprite', 'video', 'audio', 'peaks']),
  /** From 1; 0 where there are no pages. */
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
  /** As players call it; empty: by the language’s name. */
  label: z.string(),
  isDefault: z.boolean(),
  /** WebVTT. */
  media: mediaLink.nullable(),
});

const place = z.strictObject({ page: z.number().int().nullable(), startMs: z.number().int().nullable() });

export const portalSummary = z.strictObject({
  language: z.string().nullable(),
  /** The resource has changed since: a site that shows the summary says so beside it. */
  outOfDate: z.boolean(),
  sentences: z.array(z.strictObject({ text: z.string(), places: z.array(place) })),
  outline: z.array(z.strictObject({ title: z.string(), level: z.number().int(), place: place.nullable() })),
  keywords: z.array(z.string()),
  chapters: z.array(z.strictObject({ title: z.string(), startMs: z.number().int() })),
  questions: z.array(z.string()),
});
export type PortalSummary = z.output<typeof portalSummary>;

export const portalResource = portalResourceCard.extend({
  /** Where it is from, in words. */
  source: z.string(),
  columns: z.array(portalName.extend({ slug: z.string() })),
  /** Everything that is no page, and the first hundred pages. */
  renditions: z.array(portalRendition),
  /** The file as it was given, or with what is masked covered; null: it can't be given out. */
  file: z
    .strictObject({
      name: z.string(),
      contentType: z.string(),
      sizeBytes: z.number().int(),
      media: mediaLink.nullable(),
    })
    .nullable(),
  subtitles: z.array(portalSubtitle),
  /** null: none is published. */
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
