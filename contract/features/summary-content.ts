import { z } from 'zod';
import { problem } from '../input-problems.ts';
import { box } from './passage.ts';
import { readingSources } from './reading.ts';

/** Which texts a summary is made of, and where in them a sentence is from. */
export const summaryPlace = z.strictObject({
  source: z.enum(readingSources),
  /** Of the passage, in the order of reading. */
  position: z.int32(),
  page: z.int32().nullable(),
  startMs: z.int32().nullable(),
  endMs: z.int32().nullable(),
  box: box.nullable(),
});
export type SummaryPlace = z.output<typeof summaryPlace>;

const summarySentence = z.strictObject({
  text: z.string(),
  /** What it rests on, the strongest first; at most 5. */
  passages: z.array(summaryPlace),
  /** Its words stand in those passages. False: nobody found where it is from. */
  supported: z.boolean(),
});
export type SummarySentence = z.output<typeof summarySentence>;

const outlineEntry = z.strictObject({
  title: z.string(),
  /** 1 to 6. */
  level: z.number().int(),
  place: summaryPlace.nullable(),
});
export type OutlineEntry = z.output<typeof outlineEntry>;

export const chapter = z.strictObject({ title: z.string(), startMs: z.int32() });
export type Chapter = z.output<typeof chapter>;

export const summaryContent = z.strictObject({
  short: z.array(summarySentence),
  outline: z.array(outlineEntry),
  keywords: z.array(z.string()),
  /** Of sound and film, in the order of time. */
  chapters: z.array(chapter),
  /** Only a language model asks any. */
  questions: z.array(z.string()),
});
export type SummaryContent = z.output<typeof summaryContent>;

/** So much of each can be written by hand. */
export const summaryLimits = {
  sentences: 20,
  sentenceLength: 1000,
  outline: 200,
  titleLength: 200,
  keywords: 30,
  keywordLength: 60,
  chapters: 200,
  questions: 20,
  questionLength: 300,
} as const;

const line = (most: number) => z.string().trim().min(1).max(most);

/** What people write. What each sentence rests on is found out anew; places of an outline stay those that they name. */
export const summaryDraft = z.strictObject({
  short: z.array(line(summaryLimits.sentenceLength)).min(1).max(summaryLimits.sentences),
  outline: z
    .array(
      z.strictObject({
        title: line(summaryLimits.titleLength),
        level: z.number().int().min(1).max(6),
        place: summaryPlace.nullable(),
      }),
    )
    .max(summaryLimits.outline),
  keywords: z.array(line(summaryLimits.keywordLength)).max(summaryLimits.keywords),
  chapters: z
    .array(z.strictObject({ title: line(summaryLimits.titleLength), startMs: z.int32().min(0) }))
    .max(summaryLimits.chapters)
    .refine((chapters) => chapters.every(({ startMs }, index) => startMs > (chapters[index - 1]?.startMs ?? -1)), {
      message: problem('chaptersInOrder'),
    }),
  questions: z.array(line(summaryLimits.questionLength)).max(summaryLimits.questions),
});
export type SummaryDraft = z.output<typeof summaryDraft>;
