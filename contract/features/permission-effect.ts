import { z } from 'zod';

const personPages = z.strictObject({ userId: z.uuid(), name: z.string(), paths: z.array(z.string()) });
export type PersonPages = z.output<typeof personPages>;

/** Maximum number of people named; the counts cover everyone. */
export const effectNames = 200;

const side = z.strictObject({
  people: z.number().int(),
  /** Each page with the number of people affected. */
  pages: z.array(z.strictObject({ path: z.string(), people: z.number().int() })),
  who: z.array(personPages),
});
export type EffectSide = z.output<typeof side>;

/** Which people gain or lose access to which pages through a change. */
export const permissionEffect = z.strictObject({
  people: z.number().int(),
  gains: side,
  loses: side,
  /** Pages that someone can open now and only administrators could open afterwards. */
  closed: z.array(z.string()),
  /** Identifies this effect; a change sent with it is refused if its effect is different by then. */
  digest: z.string(),
});
export type PermissionEffect = z.output<typeof permissionEffect>;
