import { z } from 'zod';

/** Who writes it: a language model where one is set up, or sentences of the text itself. */
const summaryEngines = ['auto', 'extracted', 'generated'] as const;
export const summaryOptions = z.strictObject({
  engine: z.enum(summaryEngines).optional(),
  sentences: z.number().int().min(1).max(12).optional(),
  /** In which a language model writes; absent: that of the text. */
  language: z.enum(['en', 'zh']).optional(),
});
export type SummaryOptions = z.output<typeof summaryOptions>;
