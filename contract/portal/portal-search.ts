import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { box } from '../features/passage.ts';
import { resourceLanguages } from '../features/resource.ts';
import { resourceKinds } from '../features/resource-state.ts';
import { nextCursor } from './portal-page.ts';
import { portalResourceCard } from './portal-resource.ts';

const momentSources = ['title', 'description', 'document', 'ocr', 'speech', 'subtitle', 'summary'] as const;

/** A place in a resource that matches, for players to jump to and viewers to open. */
export const portalMoment = z.strictObject({
  source: z.enum(momentSources),
  page: z.number().int().nullable(),
  startMs: z.number().int().nullable(),
  endMs: z.number().int().nullable(),
  /** Left, top, width and height as fractions of the upright page or image. */
  box: box.nullable(),
  /** The text around the matches, with masked content hidden. */
  text: z.string(),
  /** Start and end (exclusive) of each match in `text`, as JavaScript string offsets. */
  marks: z.array(z.tuple([z.number().int(), z.number().int()])),
});
export type PortalMoment = z.output<typeof portalMoment>;

export const searchPortal = defineEndpoint({
  id: 'portal.search',
  method: 'GET',
  path: '/portal/search',
  access: { kind: 'apiKey', scope: 'search' },
  summary: 'Search published resources, with the matching moments',
  query: z.strictObject({
    text: z.string().trim().min(1).max(200),
    size: z.coerce.number().int().min(1).max(50).default(10),
    cursor: z.string().min(1).max(400).optional(),
    kind: z.enum(resourceKinds).optional(),
    /** Includes child subjects. */
    subject: z.uuid().optional(),
    language: z.enum(resourceLanguages).optional(),
    /** Only resources in this course. */
    course: z.uuid().optional(),
  }),
  output: z.strictObject({
    hits: z.array(z.strictObject({ resource: portalResourceCard, moments: z.array(portalMoment) })),
    next: nextCursor,
  }),
});
