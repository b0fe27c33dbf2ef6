import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { portalCourseCard } from './portal-course.ts';
import { mediaLink } from './portal-page.ts';
import { portalResourceCard } from './portal-resource.ts';

const shown = {
  /** The entry that shows the item here; send it with click events. null if the slot's fallback filled the place. */
  entryId: z.uuid().nullable(),
  /** The title chosen for this place, otherwise the item's own. */
  title: z.string(),
  cover: mediaLink.nullable(),
};

const portalHomeItem = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('resource'), ...shown, resource: portalResourceCard }),
  z.strictObject({ type: z.literal('course'), ...shown, course: portalCourseCard }),
]);
export type PortalHomeItem = z.output<typeof portalHomeItem>;

export const portalHomePage = z.strictObject({
  /** Incremented by each publication; null if never published. */
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
