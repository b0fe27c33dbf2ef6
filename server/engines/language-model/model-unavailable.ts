import type { LanguageModelCause, TokenUsage } from './port.ts';

/** Why no language model does it, in one word and in a sentence. */
export class ModelUnavailable extends Error {
  readonly code: LanguageModelCause | 'budget' | 'notConfigured';
  readonly usage: TokenUsage;
  readonly cost: number | null;
  constructor(
    code: ModelUnavailable['code'],
    sentence: string,
    spent: { usage?: TokenUsage; cost?: number | null } = {},
  ) {
    super(sentence);
    this.code = code;
    this.usage = spent.usage ?? { tokensIn: 0, tokensOut: 0 };
    this.cost = spent.cost ?? null;
  }
}
