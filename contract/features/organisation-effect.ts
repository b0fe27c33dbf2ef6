import { z } from 'zod';

const count = z.number().int();

/** Maximum number of people named per side; the counts cover everyone. */
export const namedInEffect = 50;

const pagesOf = z.strictObject({ userId: z.uuid(), name: z.string(), paths: z.array(z.string()) });
const dataOf = z.strictObject({
  userId: z.uuid(),
  name: z.string(),
  /** Names of the first departments whose data becomes visible or hidden. */
  departments: z.array(z.string()),
  departmentCount: count,
  resources: count,
});
export type DataOf = z.output<typeof dataOf>;

/**
 * What moving, merging or changing a unit or position would do to people, found by running the change and rolling it
 * back.
 */
export const organisationEffect = z.strictObject({
  /** People who belong to it and move with it. */
  people: count,
  departments: count,
  resources: count,
  /** Libraries of the college that move with it. */
  libraries: count,
  /** Permission groups that have it or one of its departments as a member. */
  groups: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
  pages: z.strictObject({ gains: z.array(pagesOf), loses: z.array(pagesOf), gainers: count, losers: count }),
  data: z.strictObject({ gains: z.array(dataOf), loses: z.array(dataOf), gainers: count, losers: count }),
});
export type OrganisationEffect = z.output<typeof organisationEffect>;
