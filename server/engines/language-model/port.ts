import type { z } from 'zod';

export type TokenUsage = { tokensIn: number; tokensOut: number };

export type Completion<Answer> = { answer: Answer; usage: TokenUsage; model: string };

export type CompletionRequest<Answer> = {
  /** What to do: ours alone. No text of a document ever stands in it. */
  system: string;
  /** What to do it with: data. */
  user: string;
  /** What the answer must be; anything else is a failure. */
  schema: z.ZodType<Answer>;
  signal: AbortSignal;
  /** The longest answer that is accepted. */
  tokens?: number;
};

/** A language model as the operator provides it. It fails with a `LanguageModelFailure` and with nothing else. */
export interface LanguageModel {
  readonly model: string;
  complete<Answer>(request: CompletionRequest<Answer>): Promise<Completion<Answer>>;
}

type LanguageModelCause = 'unreachable' | 'slow' | 'refused' | 'garbage';

/** Why there is no answer, in words for people; what the endpoint itself said is not among them. */
export class LanguageModelFailure extends Error {
  readonly code: LanguageModelCause;
  /** What was spent all the same, as far as it is known. */
  readonly usage: TokenUsage;
  constructor(code: LanguageModelCause, sentence: string, usage: TokenUsage = { tokensIn: 0, tokensOut: 0 }) {
    super(sentence);
    this.code = code;
    this.usage = usage;
  }
}

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
