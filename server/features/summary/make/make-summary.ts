import type { FallbackCause, SummaryOrigin } from '@lectern/contract/features/summary.ts';
import type { SummaryContent } from '@lectern/contract/features/summary-content.ts';
import type { SummaryOptions } from '@lectern/contract/features/summary-options.ts';
import { detectLanguage } from '../../../engines/language/detect-language.ts';
import { ModelUnavailable } from '../../../engines/language-model/model-unavailable.ts';
import type { SummaryEngine } from '../../../engines/summary/port.ts';
import { productVersion } from '../../../platform/product-version.ts';
import type { LanguageModelService } from '../../language-model/language-model.service.ts';
import { extractedContent } from './extracted-content.ts';
import { claimsOf, generatedContent, modelAnswer } from './model-answer.ts';
import { choosePassages, promptFor } from './model-prompt.ts';
import { blocksOf, type SourceText } from './source-text.ts';

export type MadeSummary = {
  origin: SummaryOrigin;
  content: SummaryContent;
  language: string | null;
  engine: string;
  model: string | null;
  fallback: { code: FallbackCause; sentence: string } | null;
  tokensIn: number;
  tokensOut: number;
  cost: number | null;
};

export type Maker = {
  engine: SummaryEngine;
  models: Pick<LanguageModelService, 'isConfigured' | 'complete'>;
};
type Wanted = {
  resourceId: string;
  requestedBy: string | null;
  options: SummaryOptions;
  /** What the platform says where the options do not. */
  usual: { engine: 'auto' | 'extracted'; sentences: number };
  signal: AbortSignal;
  log(line: string): void;
};

const engineName = `Lectern extract ${productVersion}`;
const languageNames: Readonly<Record<string, string>> = { en: 'English', zh: 'Chinese (simplified)' };

/**
 * By the language model where there is one and it answers; by extraction otherwise, with the reason. Nothing where the
 * text has no sentences: a model would only make some up.
 */
export async function makeSummary(maker: Maker, text: SourceText, wanted: Wanted): Promise<MadeSummary | undefined> {
  const { options, usual, signal } = wanted;
  const sentences = options.sentences ?? usual.sentences;
  const blocks = blocksOf(text);
  const extract = await maker.engine.extract({ blocks, title: text.title, sentences }, signal);
  if (extract.sentences.length === 0) return undefined;
  const read =
    text.language ??
    detectLanguage(
      text.passages
        .map((passage) => passage.text)
        .join(' ')
        .slice(0, 20_000),
    )?.language ??
    null;
  const extracted: MadeSummary = {
    origin: 'extracted',
    content: extractedContent(extract, text),
    language: read,
    engine: engineName,
    ...{ model: null, fallback: null, tokensIn: 0, tokensOut: 0, cost: null },
  };
  const engine = options.engine ?? usual.engine;
  const asksModel = engine === 'generated' || (engine === 'auto' && maker.models.isConfigured);
  if (!asksModel) return extracted;
  try {
    const central = new Set(extract.sentences.flatMap((sentence) => sentence.blocks));
    return await generate(maker, text, { ...wanted, sentences, central, read });
  } catch (error) {
    if (!(error instanceof ModelUnavailable)) throw error;
    wanted.log(`${error.message} Sentences were extracted instead.`);
    const { tokensIn, tokensOut } = error.usage;
    return {
      ...extracted,
      fallback: { code: error.code, sentence: error.message },
      tokensIn,
      tokensOut,
      cost: error.cost,
    };
  }
}

type Generating = Wanted & { sentences: number; central: ReadonlySet<number>; read: string | null };

async function generate(maker: Maker, text: SourceText, wanted: Generating): Promise<MadeSummary> {
  const { resourceId, requestedBy, options, signal, sentences, central, read } = wanted;
  const language = options.language ?? (read && read in languageNames ? read : null);
  const prompt = promptFor(choosePassages(text.passages, central), {
    sentences,
    language: language ? (languageNames[language] ?? 'English') : 'the language of the material',
    isMedia: text.passages.some(({ place }) => place.startMs !== null),
  });
  const asking = { purpose: 'summary', resourceId, requestedBy } as const;
  const { answer, usage, model, cost } = await maker.models.complete(asking, {
    ...prompt,
    schema: modelAnswer,
    signal,
  });
  const claims = claimsOf(answer);
  if (claims.length === 0) {
    throw new ModelUnavailable('garbage', 'The language model’s answer has no sentence.', { usage, cost });
  }
  const supports = await maker.engine.support(blocksOf(text), claims, signal);
  wanted.log(
    `${supports.filter(({ supported }) => supported).length} of ${claims.length} sentences are supported by the text.`,
  );
  return {
    origin: 'generated',
    content: generatedContent(answer, supports, text),
    language: language ?? read,
    engine: `${model}, support by ${engineName}`,
    ...{ model, fallback: null, ...usage, cost },
  };
}
