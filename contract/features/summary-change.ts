import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { problem } from '../input-problems.ts';
import { integerInAddress } from '../integer.ts';
import {
  evidenceFrom,
  onSummaryPage,
  onSummaryWork,
  rejectionReasons,
  summaryVersion,
  summaryView,
} from './summary.ts';
import { summaryContent, summaryDraft } from './summary-content.ts';
import { summaryOptions } from './summary-options.ts';

const path = '/summaries/{id}';
const version = z.int32();
/** Which result is meant, so that nobody agrees to another one than they read; and the version of the row. */
const meant = z.strictObject({ summaryId: z.uuid(), version });
/** Without it an out-of-date result is refused with `summaryOutOfDate`. */
const acceptOutOfDate = z.boolean().default(false);

export const editSummary = defineEndpoint({
  id: 'summary.edit',
  method: 'PUT',
  path: `${path}/content`,
  access: onSummaryWork,
  summary:
    'Write a new result by hand: a draft, with what each sentence rests on looked up; refused when there is a newer one',
  params: idParams,
  /** `baseId`: what was edited; null: there was none. */
  body: z.strictObject({
    baseId: z.uuid().nullable(),
    version,
    content: summaryDraft,
    /** Of one’s own draft, which is gone then; null: there is none. Absent: drafts are left alone. */
    draftVersion: z.int32().min(1).nullable().optional(),
  }),
  bodyLimit: 256 * 1024,
  output: summaryView,
});

export const approveSummary = defineEndpoint({
  id: 'summary.approve',
  method: 'POST',
  path: `${path}/approve`,
  access: onSummaryWork,
  summary: 'Agree to a draft; one that is out of date only with `acceptOutOfDate`',
  params: idParams,
  body: meant.extend({ acceptOutOfDate }),
  output: summaryView,
});

export const publishSummary = defineEndpoint({
  id: 'summary.publish',
  method: 'POST',
  path: `${path}/publish`,
  access: onSummaryWork,
  summary:
    'Show an approved summary to everybody, in place of the one before; it can be searched for from then on. One that is out of date only with `acceptOutOfDate`',
  params: idParams,
  body: meant.extend({ acceptOutOfDate }),
  output: summaryView,
});

export const unpublishSummary = defineEndpoint({
  id: 'summary.unpublish',
  method: 'POST',
  path: `${path}/unpublish`,
  access: onSummaryWork,
  summary: 'Take back what is published; it stays approved',
  params: idParams,
  body: z.strictObject({ version }),
  output: summaryView,
});

export const rejectSummary = defineEndpoint({
  id: 'summary.reject',
  method: 'POST',
  path: `${path}/reject`,
  access: onSummaryWork,
  summary: 'Say that a draft or an approved summary won’t do, and why',
  params: idParams,
  body: meant
    .extend({ reason: z.enum(rejectionReasons), note: z.string().trim().max(1000).default('') })
    .refine(({ reason, note }) => reason !== 'other' || note.length > 0, {
      path: ['note'],
      message: problem('sayWhy'),
    }),
  output: summaryView,
});

export const reopenSummary = defineEndpoint({
  id: 'summary.reopen',
  method: 'POST',
  path: `${path}/reopen`,
  access: onSummaryWork,
  summary: 'Make a draft again of what was approved or rejected',
  params: idParams,
  body: meant,
  output: summaryView,
});

export const regenerateSummary = defineEndpoint({
  id: 'summary.regenerate',
  method: 'POST',
  path: `${path}/regenerate`,
  access: onSummaryWork,
  summary: 'Let the machine make another result; it never takes the place of what people wrote or agreed to',
  params: idParams,
  body: z.strictObject({ options: summaryOptions.default({}) }),
  output: summaryView,
  successStatus: 202,
});

export const adoptSummary = defineEndpoint({
  id: 'summary.adopt',
  method: 'POST',
  path: `${path}/adopt`,
  access: onSummaryWork,
  summary:
    'Go on with another result, such as a newer one of the machine; what is published stays so until the next is',
  params: idParams,
  body: meant,
  output: summaryView,
});

export const declineSummary = defineEndpoint({
  id: 'summary.decline',
  method: 'POST',
  path: `${path}/decline`,
  access: onSummaryWork,
  summary:
    'Keep what is worked on: this result of the machine, and those before it that wait, are no longer offered; all of them stay among the versions',
  params: idParams,
  body: meant,
  output: summaryView,
});

export const listSummaryVersions = defineEndpoint({
  id: 'summary.listVersions',
  method: 'GET',
  path: `${path}/versions`,
  access: onSummaryPage,
  summary: 'Every result, newest first; at most 200',
  params: idParams,
  output: z.array(summaryVersion),
});

const versionParams = z.strictObject({ id: z.uuid(), number: integerInAddress.min(1) });

export const getSummaryVersion = defineEndpoint({
  id: 'summary.getVersion',
  method: 'GET',
  path: `${path}/versions/{number}`,
  access: onSummaryPage,
  summary: 'One result with its content',
  params: versionParams,
  output: summaryVersion.extend({ content: summaryContent }),
});

const changeKinds = ['same', 'added', 'removed', 'changed'] as const;
/** Words of a line that changed: in both, only in the newer, only in the older. */
export const wordChange = z.strictObject({ kind: z.enum(['same', 'added', 'removed']), text: z.string() });
export const lineChange = z.strictObject({
  kind: z.enum(changeKinds),
  /** null: it was added, or removed. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** Of `changed`; of others none. */
  words: z.array(wordChange),
});
export type LineChange = z.output<typeof lineChange>;

/** What differs between two results, part by part, in the order of reading. */
export const summaryDiff = z.strictObject({
  from: summaryVersion,
  to: summaryVersion,
  short: z.array(lineChange),
  outline: z.array(lineChange),
  keywords: z.array(lineChange),
  /** Each with its time before it. */
  chapters: z.array(lineChange),
  questions: z.array(lineChange),
  same: z.boolean(),
});
export type SummaryDiff = z.output<typeof summaryDiff>;

export const diffSummaries = defineEndpoint({
  id: 'summary.diff',
  method: 'GET',
  path: `${path}/diff`,
  access: onSummaryPage,
  summary: 'What differs between two results of one resource',
  params: idParams,
  query: z.strictObject({ from: integerInAddress.min(1), to: integerInAddress.min(1) }),
  output: summaryDiff,
});

/** What can be done with chosen rows of the list; each is an operation with a report. */
export const summaryActionInputs = {
  /** Lets the machine make a result, or another one. */
  run: z.strictObject({ options: summaryOptions.default({}) }),
  /** Only where there is none; behind everything else that waits. */
  runMissing: z.strictObject({}),
  /** Passes by what is less supported, and what is out of date unless that is accepted; 0 takes all. */
  approve: z.strictObject({ evidence: z.number().min(0).max(1).default(evidenceFrom), acceptOutOfDate }),
  publish: z.strictObject({ acceptOutOfDate }),
  unpublish: z.strictObject({}),
  reject: z.strictObject({ reason: z.enum(rejectionReasons), note: z.string().trim().max(1000).default('') }),
} as const;
export type SummaryAction = keyof typeof summaryActionInputs;
