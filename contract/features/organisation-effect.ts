import { z } from 'zod';

const count = z.number().int();

/** So many people are named on each side; how many there are is told beside it. */
export const namedInEffect = 50;

const pagesOf = z.strictObject({ userId: z.uuid(), name: z.string(), paths: z.array(z.string()) });
const dataOf = z.strictObject({
  userId: z.uuid(),
  name: z.string(),
  /** The departments whose things come into sight or go out of it; the first few by name. */
  departments: z.array(z.string()),
  departmentCount: count,
  resources: count,
});
export type DataOf = z.output<typeof dataOf>;

/** What a move, a merge or a change of a position would do to people: the change itself was run, and taken back. */
export const organisationEffect = z.strictObject({
  /** Who belongs to it and goes along. */
  people: count,
  departments: count,
  resources: count,
  /** Libraries of a college that go along. */
  libraries: count,
  /** Permission groups that name it, or a department below it. */
  groups: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
  pages: z.strictObject({ gains: z.array(pagesOf), loses: z.array(pagesOf), gainers: count, losers: count }),
  data: z.strictObject({ gains: z.array(dataOf), loses: z.array(dataOf), gainers: count, losers: count }),
});
export type OrganisationEffect = z.output<typeof organisationEffect>;
