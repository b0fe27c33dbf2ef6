import { z } from 'zod';
import { audiences } from '../audience.ts';
import { defineEndpoint } from '../endpoint.ts';

/** What a signed address can lead to. */
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
    /** Of the key that it was signed for: it ends with the key. */
    key: z.uuid(),
    /** Seconds since 1970. */
    expires: z.coerce.number().int().min(0),
    signature: z.string().regex(/^[\w-]{43}$/),
    /** Save it instead of showing it. */
    download: z.stringbool().default(false),
  }),
});
