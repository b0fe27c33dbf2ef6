import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { fallbackCauses } from './summary.ts';

const modelPurposes = ['summary', 'translation', 'test'] as const;
export type ModelPurpose = (typeof modelPurposes)[number];

/**
 * The connection can only be set in the operator's environment, so that no page can point the server at another host.
 */
export const languageModel = z.strictObject({
  configured: z.boolean(),
  /** Settings the operator still has to provide; empty if complete. */
  missing: z.array(z.string()),
  host: z.string().nullable(),
  model: z.string().nullable(),
  timeoutSeconds: z.number().int(),
  /** Usage in the current calendar month. */
  month: z.strictObject({
    calls: z.number().int(),
    failed: z.number().int(),
    tokens: z.number().int(),
    /** null if no prices are configured. */
    cost: z.number().nullable(),
    /** null if unlimited. */
    tokensAllowed: z.number().int().nullable(),
  }),
});
export type LanguageModelState = z.output<typeof languageModel>;

export const getLanguageModel = defineEndpoint({
  id: 'languageModel.get',
  method: 'GET',
  path: '/language-model',
  access: { kind: 'page', pages: ['/app/handle/ai', '/app/handle/subtitle', '/app/system/settings'] },
  summary: 'Get the configured language model and its usage this month',
  output: languageModel,
});

export const testLanguageModel = defineEndpoint({
  id: 'languageModel.test',
  method: 'POST',
  path: '/language-model/test',
  access: { kind: 'page', pages: ['/app/system/settings'], ability: 'admin' },
  summary: 'Test the language model',
  output: z.strictObject({
    answered: z.boolean(),
    milliseconds: z.number().int(),
    cause: z.enum(fallbackCauses).nullable(),
    sentence: z.string().nullable(),
  }),
  rateLimit: { calls: 10, windowMs: 60_000 },
});
