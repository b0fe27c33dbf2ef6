import { z } from 'zod';

/** Default and maximum number of items per page. */
const portalPageSize = { default: 24, most: 100 } as const;

/** Keyset paging: the cursor continues after the last item, whatever has been published in the meantime. */
export const portalPageQuery = {
  size: z.coerce.number().int().min(1).max(portalPageSize.most).default(portalPageSize.default),
  cursor: z.string().min(1).max(400).optional(),
};

/** null on the last page. */
export const nextCursor = z.string().nullable();

/** A name with the ID to request the object itself. */
export const portalName = z.strictObject({ id: z.uuid(), name: z.string() });

/**
 * A signed URL for browsers, valid until `expiresAt` at the latest. Access is checked on every request, so it also
 * ends with publication; it needs no key and stays the same for hours to allow browser caching.
 */
export const mediaLink = z.strictObject({ url: z.string(), expiresAt: z.iso.datetime() });
export type MediaLink = z.output<typeof mediaLink>;
