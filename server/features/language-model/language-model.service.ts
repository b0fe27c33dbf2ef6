import type { OutputOf } from '@lectern/contract/endpoint.ts';
import type { LanguageModelState, ModelPurpose, testLanguageModel } from '@lectern/contract/features/language-model.ts';
import { z } from 'zod';
import {
  type Completion,
  type CompletionRequest,
  type LanguageModel,
  LanguageModelFailure,
  ModelUnavailable,
  type TokenUsage,
} from '../../engines/language-model/port.ts';
import type { LanguageModelConfig } from '../../platform/config/language-model-settings.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SettingsService } from '../settings/public.ts';
import { findMonthUse, insertModelCall } from './model-calls.repository.ts';

type Dependencies = {
  db: Db;
  settings: Pick<SettingsService, 'current'>;
  config: LanguageModelConfig | undefined;
  /** Undefined when the operator hasn't set one up. */
  model: LanguageModel | undefined;
  timeZone: string;
};
type Asking = { purpose: ModelPurpose; resourceId: string | null; requestedBy: string | null };
type Paid<Answer> = Completion<Answer> & { cost: number | null };

export { ModelUnavailable };

const needed = ['LECTERN_LANGUAGE_MODEL_URL', 'LECTERN_LANGUAGE_MODEL_NAME'];
/** Someone is waiting for the result of a test. */
const testMs = 10_000;

/** The operator's language model: stays within the monthly budget and records every call. */
export class LanguageModelService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  get isConfigured(): boolean {
    return this.#dependencies.model !== undefined;
  }

  /** Throws `ModelUnavailable`, or the signal's abort reason. */
  async complete<Answer>(asking: Asking, request: CompletionRequest<Answer>): Promise<Paid<Answer>> {
    const { db, model } = this.#dependencies;
    if (!model) throw new ModelUnavailable('notConfigured', 'No language model is set up.');
    await this.#requireBudget();
    const began = performance.now();
    const note = async (outcome: string, usage: TokenUsage) => {
      const cost = this.#costOf(usage);
      const milliseconds = Math.round(performance.now() - began);
      await insertModelCall(db, { ...asking, model: model.model, outcome, ...usage, cost, milliseconds });
      return cost;
    };
    try {
      const completion = await model.complete(request);
      return { ...completion, cost: await note('answered', completion.usage) };
    } catch (error) {
      if (!(error instanceof LanguageModelFailure)) throw error;
      const cost = await note(error.code, error.usage);
      throw new ModelUnavailable(error.code, error.message, { usage: error.usage, cost });
    }
  }

  async state(): Promise<LanguageModelState> {
    const { db, settings, config, timeZone } = this.#dependencies;
    const [use, { languageModelMonthlyTokens: allowed }] = await Promise.all([
      findMonthUse(db, timeZone),
      settings.current(),
    ]);
    return {
      configured: this.isConfigured,
      missing: config ? [] : needed,
      host: config ? new URL(config.baseUrl).host : null,
      model: config?.model ?? null,
      timeoutSeconds: config?.timeoutSeconds ?? 60,
      month: { ...use, tokensAllowed: allowed === 0 ? null : allowed },
    };
  }

  async test(requestedBy: string): Promise<OutputOf<typeof testLanguageModel>> {
    const began = performance.now();
    const took = () => Math.round(performance.now() - began);
    const request = {
      system: 'Answer with JSON: {"word": "ready"}',
      user: 'Are you there?',
      schema: z.object({ word: z.string().max(100) }),
      signal: AbortSignal.timeout(testMs),
      tokens: 50,
    };
    try {
      await this.complete({ purpose: 'test', resourceId: null, requestedBy }, request);
      return { answered: true, milliseconds: took(), cause: null, sentence: null };
    } catch (error) {
      const late =
        request.signal.aborted && new ModelUnavailable('slow', 'The language model took too long to respond.');
      const failure = late || error;
      if (!(failure instanceof ModelUnavailable)) throw error;
      return { answered: false, milliseconds: took(), cause: failure.code, sentence: failure.message };
    }
  }

  async #requireBudget(): Promise<void> {
    const { db, settings, timeZone } = this.#dependencies;
    const { languageModelMonthlyTokens: allowed } = await settings.current();
    if (allowed === 0) return;
    const { tokens } = await findMonthUse(db, timeZone);
    if (tokens >= allowed) {
      throw new ModelUnavailable('budget', `The budget of ${allowed} tokens for this month is used up.`);
    }
  }

  #costOf({ tokensIn, tokensOut }: TokenUsage): number | null {
    const { priceIn, priceOut } = this.#dependencies.config ?? {};
    if (priceIn === undefined && priceOut === undefined) return null;
    return (tokensIn * (priceIn ?? 0) + tokensOut * (priceOut ?? 0)) / 1_000_000;
  }
}
