import { z } from 'zod';
import { audiences } from '../audience.ts';
import { defineEndpoint } from '../endpoint.ts';

/** What a signed URL can point to. */
const mediaKinds = ['rendition', 'file', 'subtitle', 'columnCover', 'courseCover', 'homeCover'] as const;
export type MediaKind = (typeof mediaKinds)[number];

export const openPortalMedia = defineEndpoint({
  id: 'portal.media',
  method: 'GET',
  path: '/portal/media/{kind}/{id}',
  access: { kind: 'signedAddress' },
  answer: 'stream',
  summary: 'Download a file by its signed link, whole or in ranges; access is checked each time',
  params: z.strictObject({ kind: z.enum(mediaKinds), id: z.uuid() }),
  query: z.strictObject({
    audience: z.enum(audiences),
    /** The API key it was signed for; the URL stops working when the key does. */
    key: z.uuid(),
    /** Unix time in seconds. */
    expires: z.coerce.number().int().min(0),
    signature: z.string().regex(/^[\w-]{43}$/),
    /** Send as a download instead of displaying it. */
    download: z.stringbool().default(false),
  }),
});
