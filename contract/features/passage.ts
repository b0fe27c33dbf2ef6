import { z } from 'zod';

/** Where a text is from. */
export const passageSources = ['title', 'description', 'document', 'ocr', 'speech', 'summary'] as const;
export type PassageSource = (typeof passageSources)[number];

/** Left, top, width, height as fractions of the upright page or picture. */
export const box = z.tuple([z.number(), z.number(), z.number(), z.number()]);

/** A piece of text that was found, with its place. */
export const passageHit = z.strictObject({
  source: z.enum(passageSources),
  page: z.number().int().nullable(),
  second: z.number().nullable(),
  box: box.nullable(),
  /** How sure the machine is of it. */
  confidence: z.number().nullable(),
  /** What stands around the words that were looked for. */
  text: z.string(),
  /** Where in that text they are: the first character and the one after the last, as JavaScript counts. */
  marks: z.array(z.tuple([z.number().int(), z.number().int()])),
});
export type PassageHit = z.output<typeof passageHit>;
