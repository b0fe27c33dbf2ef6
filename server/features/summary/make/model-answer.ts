import type { Chapter, OutlineEntry, SummaryContent } from '@lectern/contract/features/summary-content.ts';
import { z } from 'zod';
import type { Claim, Support } from '../../../engines/summary/port.ts';
import { placesOf, type SourceText } from './source-text.ts';

const number = z.number().int();
const numbers = z
  .union([z.array(number).max(50), number.transform((one) => [one])])
  .catch([])
  .default([]);
const text = (most: number) => z.string().trim().min(1).max(most);

/** What a model may say, and no more of it than fits: words alone. Times, pages and places come from the text. */
export const modelAnswer = z.object({
  short: z
    .array(z.object({ text: text(1000), from: numbers }))
    .min(1)
    .max(20),
  outline: z
    .array(z.object({ title: text(200), level: number.min(1).max(6).catch(1), from: number.nullish() }))
    .max(100)
    .catch([])
    .default([]),
  keywords: z.array(text(60)).max(30).catch([]).default([]),
  chapters: z
    .array(z.object({ title: text(200), from: number }))
    .max(100)
    .catch([])
    .default([]),
  questions: z.array(text(300)).max(20).catch([]).default([]),
});
type ModelAnswer = z.output<typeof modelAnswer>;

const mostKeywords = 10;
const mostQuestions = 5;

export function claimsOf({ short }: ModelAnswer): Claim[] {
  const claims = short.map(({ text: sentence, from }) => ({ text: plain(sentence), blocks: from }));
  return claims.filter((claim) => claim.text !== '');
}

/** The model’s words with the places that were found for them. */
export function generatedContent(
  answer: ModelAnswer,
  supports: readonly Support[],
  source: Pick<SourceText, 'passages'>,
): SummaryContent {
  return {
    short: claimsOf(answer).map(({ text: sentence }, index) => ({
      text: sentence,
      passages: placesOf(source, supports[index]?.blocks ?? []),
      supported: supports[index]?.supported ?? false,
    })),
    outline: answer.outline.map(
      ({ title, level, from }): OutlineEntry => ({
        title: plain(title),
        level,
        place: typeof from === 'number' ? (placesOf(source, [from])[0] ?? null) : null,
      }),
    ),
    keywords: [...new Set(answer.keywords.map(plain))].slice(0, mostKeywords),
    chapters: chaptersOf(answer, source),
    questions: answer.questions.map(plain).slice(0, mostQuestions),
  };
}

/** In the order of time, each where its passage begins; of two at the same second the first stays. */
function chaptersOf({ chapters }: ModelAnswer, source: Pick<SourceText, 'passages'>): Chapter[] {
  const timed = chapters.flatMap(({ title, from }) => {
    const startMs = placesOf(source, [from])[0]?.startMs;
    return startMs === null || startMs === undefined ? [] : [{ title: plain(title), startMs }];
  });
  const sorted = timed.sort((left, right) => left.startMs - right.startMs);
  return sorted.filter(({ startMs }, index) => startMs !== sorted[index - 1]?.startMs);
}

/** One line without control characters, and without the numbers that some models leave in. */
function plain(given: string): string {
  return given
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/\s*\[\d+(?:,\s*\d+)*\]/g, '')
    .trim();
}
