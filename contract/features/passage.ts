import { z } from 'zod';

/** Where a passage comes from. */
export const passageSources = ['title', 'description', 'document', 'ocr', 'speech', 'summary'] as const;
export type PassageSource = (typeof passageSources)[number];

/** Left, top, width and height as fractions of the upright page or image. */
export const box = z.tuple([z.number(), z.number(), z.number(), z.number()]);

/** A matching piece of text with its location. */
export const passageHit = z.strictObject({
  source: z.enum(passageSources),
  page: z.number().int().nullable(),
  second: z.number().nullable(),
  box: box.nullable(),
  /** Confidence of the recognition. */
  confidence: z.number().nullable(),
  /** The text around the matches. */
  text: z.string(),
  /** Start and end (exclusive) of each match in `text`, as JavaScript string offsets. */
  marks: z.array(z.tuple([z.number().int(), z.number().int()])),
});
export type PassageHit = z.output<typeof passageHit>;
