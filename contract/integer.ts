import { z } from 'zod';

/** PostgreSQL's integer ends here: anything beyond must be refused before a query fails on it. In bodies, `z.int32()` does. */
export const largestInteger = 2_147_483_647;

/** The same for a number in an address. */
export const integerInAddress = z.coerce.number().int().min(-largestInteger).max(largestInteger);
