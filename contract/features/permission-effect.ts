import { z } from 'zod';

const personPages = z.strictObject({ userId: z.uuid(), name: z.string(), paths: z.array(z.string()) });
export type PersonPages = z.output<typeof personPages>;

/** At most so many people are named; all are counted. */
export const effectNames = 200;

const side = z.strictObject({
  people: z.number().int(),
  /** Each page with how many people it concerns. */
  pages: z.array(z.strictObject({ path: z.string(), people: z.number().int() })),
  who: z.array(personPages),
});
export type EffectSide = z.output<typeof side>;

/** Who gains and who loses which pages by a change of permissions. */
export const permissionEffect = z.strictObject({
  people: z.number().int(),
  gains: side,
  loses: side,
  /** Pages that nobody but administrators could open any more, and somebody could before. */
  closed: z.array(z.string()),
  /** Stands for this very effect: a change that names it is refused when its effect has become another. */
  digest: z.string(),
});
export type PermissionEffect = z.output<typeof permissionEffect>;
