import { z } from 'zod';

/** `auto`: a language model if configured, otherwise extracts. `extracted`: sentences from the text. */
const summaryEngines = ['auto', 'extracted', 'generated'] as const;
export const summaryOptions = z.strictObject({
  engine: z.enum(summaryEngines).optional(),
  sentences: z.number().int().min(1).max(12).optional(),
  /** Language of the generated summary; default: the language of the text. */
  language: z.enum(['en', 'zh']).optional(),
});
export type SummaryOptions = z.output<typeof summaryOptions>;
