import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { portalCourseCard } from './portal-course.ts';
import { mediaLink } from './portal-page.ts';
import { portalResourceCard } from './portal-resource.ts';

const shown = {
  /** Of the entry that placed it here: clicks name it. null: it fills a place that was left. */
  entryId: z.uuid().nullable(),
  /** Chosen for this place, or the thing’s own. */
  title: z.string(),
  cover: mediaLink.nullable(),
};

const portalHomeItem = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('resource'), ...shown, resource: portalResourceCard }),
  z.strictObject({ type: z.literal('course'), ...shown, course: portalCourseCard }),
]);
export type PortalHomeItem = z.output<typeof portalHomeItem>;

export const portalHomePage = z.strictObject({
  /** Counts publications; null: none yet. */
  number: z.number().int().nullable(),
  publishedAt: z.iso.datetime().nullable(),
  slots: z.array(z.strictObject({ key: z.string(), name: z.string(), items: z.array(portalHomeItem) })),
});
export type PortalHomePage = z.output<typeof portalHomePage>;

export const getPortalHome = defineEndpoint({
  id: 'portal.home',
  method: 'GET',
  path: '/portal/home',
  access: { kind: 'apiKey', scope: 'content' },
  summary: 'Get the current home page, slot by slot',
  output: portalHomePage,
});
