import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { problem } from '../input-problems.ts';
import { readingSources } from './reading.ts';
import { onResourceDetail } from './resource.ts';
import { onSummaryPage, onSummaryWork } from './summary.ts';
import { summaryLimits, summaryPlace } from './summary-content.ts';
import { draftEndpoints } from './text-draft.ts';

const line = (most: number) => z.string().max(most);
/** Drafts may have empty rows, so they allow some more than can be saved. */
const rows = (most: number) => most + 20;

/** A summary being edited: like a saved one, but may be incomplete. */
const unsavedSummary = z.strictObject({
  short: z.array(line(summaryLimits.sentenceLength)).max(rows(summaryLimits.sentences)),
  outline: z
    .array(
      z.strictObject({
        title: line(summaryLimits.titleLength),
        level: z.number().int().min(1).max(6),
        place: summaryPlace.nullable(),
      }),
    )
    .max(rows(summaryLimits.outline)),
  keywords: z.array(line(summaryLimits.keywordLength)).max(rows(summaryLimits.keywords)),
  chapters: z
    .array(z.strictObject({ title: line(summaryLimits.titleLength), startMs: z.int32().min(0) }))
    .max(rows(summaryLimits.chapters)),
  questions: z.array(line(summaryLimits.questionLength)).max(rows(summaryLimits.questions)),
});
export type UnsavedSummary = z.output<typeof unsavedSummary>;

/** The whole summary is a single part. Before the first version, `baseId` is the resource's ID. */
const summaryDraftPart = z.strictObject({ number: z.literal(1), content: unsavedSummary });
export type SummaryDraftPart = z.output<typeof summaryDraftPart>;
const summaryDraftEndpoints = draftEndpoints({
  id: 'summary',
  path: '/summaries/{id}',
  params: idParams,
  read: onSummaryPage,
  write: onSummaryWork,
  part: summaryDraftPart,
});
export const {
  get: getSummaryDraft,
  put: putSummaryDraft,
  take: takeSummaryDraft,
  discard: discardSummaryDraft,
} = summaryDraftEndpoints;

const mostPlaces = 200;
/** Source and position, such as `speech.12`. */
const placeName = new RegExp(`^(?:${readingSources.join('|')})\\.\\d{1,9}$`);

/** The passages that sentences are based on, masked as the caller may see them. */
export const listEvidence = defineEndpoint({
  id: 'summary.evidence',
  method: 'GET',
  path: '/resources/{id}/summary/evidence',
  access: onResourceDetail,
  summary: 'Get the texts of passages such as `speech.12,document.3`; missing ones are left out',
  params: idParams,
  query: z.strictObject({
    at: z
      .string()
      .max(4000)
      .refine((at) => at.split(',').every((place) => placeName.test(place)), { message: problem('places') })
      .refine((at) => at.split(',').length <= mostPlaces, { message: problem('notAccepted') }),
  }),
  output: z.array(z.strictObject({ source: z.enum(readingSources), position: z.number().int(), text: z.string() })),
});
