import { z } from 'zod';

/** The web says pageSize; on the wire it is size. */
export const pageQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(200).default(50),
});

export type Page<Row> = { rows: Row[]; total: number };
