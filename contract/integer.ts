import { z } from 'zod';

/**
 * The largest PostgreSQL integer. Larger values must be refused before a query fails on them; in bodies, `z.int32()`
 * does this.
 */
export const largestInteger = 2_147_483_647;

/** The same limit for numbers in URLs. */
export const integerInAddress = z.coerce.number().int().min(-largestInteger).max(largestInteger);
