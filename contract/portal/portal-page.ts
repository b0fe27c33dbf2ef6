import { z } from 'zod';

/** So much comes at once unless a site asks for less or more. */
const portalPageSize = { default: 24, most: 100 } as const;

/** Keyset paging: the cursor of an answer leads to what follows it, whatever was published meanwhile. */
export const portalPageQuery = {
  size: z.coerce.number().int().min(1).max(portalPageSize.most).default(portalPageSize.default),
  cursor: z.string().min(1).max(400).optional(),
};

/** null: there is nothing more. */
export const nextCursor = z.string().nullable();

/** A name with which a site can ask for the thing itself. */
export const portalName = z.strictObject({ id: z.uuid(), name: z.string() });

/**
 * An address that can be given to browsers: signed, and good until `expiresAt` at the latest. Every request for it is judged
 * anew, so it ends with the publication. It needs no key, and it stays the same for hours, so that browsers keep the file.
 */
export const mediaLink = z.strictObject({ url: z.string(), expiresAt: z.iso.datetime() });
export type MediaLink = z.output<typeof mediaLink>;
