import { z } from 'zod';

const price = z.coerce.number().min(0).max(100_000).optional();

/**
 * The operator's language model. Its URL can only be set in the environment, so nobody who uses the product can point
 * the server at a machine of their choice.
 */
export const languageModelSettingSchemas = {
  LECTERN_LANGUAGE_MODEL_URL: z
    .string()
    .refine(
      (value) => /^https?:/.test(value) && URL.canParse(value),
      'must be an address such as http://127.0.0.1:11434',
    )
    .optional()
    .describe(
      'Summaries and translations: your own server with an OpenAI-compatible `/v1/chat/completions`. Texts are sent to it.',
    ),
  LECTERN_LANGUAGE_MODEL_KEY: z.string().min(1).optional().describe('Language model: API key.'),
  LECTERN_LANGUAGE_MODEL_NAME: z.string().min(1).max(200).optional().describe('Language model: model name.'),
  LECTERN_LANGUAGE_MODEL_TIMEOUT: z.coerce
    .number()
    .int()
    .min(1)
    .max(600)
    .default(60)
    .describe('Language model: request timeout in seconds.'),
  LECTERN_LANGUAGE_MODEL_PRICE_IN: price.describe(
    'Language model: price per million input tokens, for the cost display.',
  ),
  LECTERN_LANGUAGE_MODEL_PRICE_OUT: price.describe('Language model: price per million output tokens.'),
} as const;

export type LanguageModelConfig = {
  baseUrl: string;
  model: string;
  key?: string;
  timeoutSeconds: number;
  /** Price per million tokens. */
  priceIn?: number;
  priceOut?: number;
};

type Settings = z.output<z.ZodObject<typeof languageModelSettingSchemas>>;

export function languageModelOf(value: Settings): LanguageModelConfig | undefined {
  const { LECTERN_LANGUAGE_MODEL_URL: baseUrl, LECTERN_LANGUAGE_MODEL_NAME: model } = value;
  if (!baseUrl || !model) return undefined;
  const { LECTERN_LANGUAGE_MODEL_KEY: key, LECTERN_LANGUAGE_MODEL_TIMEOUT: timeoutSeconds } = value;
  const { LECTERN_LANGUAGE_MODEL_PRICE_IN: priceIn, LECTERN_LANGUAGE_MODEL_PRICE_OUT: priceOut } = value;
  return {
    ...{ baseUrl, model, timeoutSeconds },
    ...(key && { key }),
    ...(priceIn !== undefined && { priceIn }),
    ...(priceOut !== undefined && { priceOut }),
  };
}

/** Checks settings that are only valid together. */
export function languageModelProblems(given: Readonly<Record<string, unknown>>): string[] {
  const { LECTERN_LANGUAGE_MODEL_URL: url, LECTERN_LANGUAGE_MODEL_NAME: name } = given;
  return Boolean(url) === Boolean(name)
    ? []
    : ['LECTERN_LANGUAGE_MODEL_URL, LECTERN_LANGUAGE_MODEL_NAME: set both or neither'];
}
