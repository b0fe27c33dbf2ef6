import type { z } from 'zod';

export type TokenUsage = { tokensIn: number; tokensOut: number };

export type Completion<Answer> = { answer: Answer; usage: TokenUsage; model: string };

export type CompletionRequest<Answer> = {
  /** Instructions written by us; document text never goes in here. */
  system: string;
  /** The data to work on. */
  user: string;
  /** Required shape of the answer; anything else is a failure. */
  schema: z.ZodType<Answer>;
  signal: AbortSignal;
  /** Maximum answer length in tokens. */
  tokens?: number;
};

/** The language model the operator configured. It fails only with `LanguageModelFailure`. */
export interface LanguageModel {
  readonly model: string;
  complete<Answer>(request: CompletionRequest<Answer>): Promise<Completion<Answer>>;
}

type LanguageModelCause = 'unreachable' | 'slow' | 'refused' | 'garbage';

/** A user-facing reason for the failure; it never contains the endpoint's own message. */
export class LanguageModelFailure extends Error {
  readonly code: LanguageModelCause;
  /** Tokens used despite the failure, as far as known. */
  readonly usage: TokenUsage;
  constructor(code: LanguageModelCause, sentence: string, usage: TokenUsage = { tokensIn: 0, tokensOut: 0 }) {
    super(sentence);
    this.code = code;
    this.usage = usage;
  }
}

/** Why the language model can't be used: a code, and a sentence for users. */
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
