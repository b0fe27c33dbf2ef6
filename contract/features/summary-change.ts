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
/** The version the user has read, so that nobody approves a different one, and the row's version. */
const meant = z.strictObject({ summaryId: z.uuid(), version });
/** If false, an out-of-date summary is refused with `summaryOutOfDate`. */
const acceptOutOfDate = z.boolean().default(false);

export const editSummary = defineEndpoint({
  id: 'summary.edit',
  method: 'PUT',
  path: `${path}/content`,
  access: onSummaryWork,
  summary: 'Save a new draft by hand, with its sources looked up; 409 if there is a newer version',
  params: idParams,
  /** `baseId`: the version that was edited; null if there was none. */
  body: z.strictObject({
    baseId: z.uuid().nullable(),
    version,
    content: summaryDraft,
    /** Version of the caller's own draft, which saving deletes; null without a draft. If omitted, drafts are kept. */
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
  summary: 'Approve a draft; out-of-date drafts need `acceptOutOfDate`',
  params: idParams,
  body: meant.extend({ acceptOutOfDate }),
  output: summaryView,
});

export const publishSummary = defineEndpoint({
  id: 'summary.publish',
  method: 'POST',
  path: `${path}/publish`,
  access: onSummaryWork,
  summary: 'Publish an approved summary; out-of-date summaries need `acceptOutOfDate`',
  params: idParams,
  body: meant.extend({ acceptOutOfDate }),
  output: summaryView,
});

export const unpublishSummary = defineEndpoint({
  id: 'summary.unpublish',
  method: 'POST',
  path: `${path}/unpublish`,
  access: onSummaryWork,
  summary: 'Unpublish a summary; it stays approved',
  params: idParams,
  body: z.strictObject({ version }),
  output: summaryView,
});

export const rejectSummary = defineEndpoint({
  id: 'summary.reject',
  method: 'POST',
  path: `${path}/reject`,
  access: onSummaryWork,
  summary: 'Reject a draft or approved summary, with a reason',
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
  summary: 'Return an approved or rejected summary to draft',
  params: idParams,
  body: meant,
  output: summaryView,
});

export const regenerateSummary = defineEndpoint({
  id: 'summary.regenerate',
  method: 'POST',
  path: `${path}/regenerate`,
  access: onSummaryWork,
  summary: 'Regenerate a summary; never replaces edited or approved ones',
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
  summary: 'Continue with another version, such as a newer automatic one',
  params: idParams,
  body: meant,
  output: summaryView,
});

export const declineSummary = defineEndpoint({
  id: 'summary.decline',
  method: 'POST',
  path: `${path}/decline`,
  access: onSummaryWork,
  summary: 'Keep your version and dismiss newer automatic ones',
  params: idParams,
  body: meant,
  output: summaryView,
});

export const listSummaryVersions = defineEndpoint({
  id: 'summary.listVersions',
  method: 'GET',
  path: `${path}/versions`,
  access: onSummaryPage,
  summary: 'List the versions of a summary, newest first, up to 200',
  params: idParams,
  output: z.array(summaryVersion),
});

const versionParams = z.strictObject({ id: z.uuid(), number: integerInAddress.min(1) });

export const getSummaryVersion = defineEndpoint({
  id: 'summary.getVersion',
  method: 'GET',
  path: `${path}/versions/{number}`,
  access: onSummaryPage,
  summary: 'Get one version of a summary with its content',
  params: versionParams,
  output: summaryVersion.extend({ content: summaryContent }),
});

const changeKinds = ['same', 'added', 'removed', 'changed'] as const;
/** Part of a changed line: in both versions, or only in the newer or older one. */
const wordChange = z.strictObject({ kind: z.enum(['same', 'added', 'removed']), text: z.string() });
const lineChange = z.strictObject({
  kind: z.enum(changeKinds),
  /** `before` is null for added lines, `after` for removed ones. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** Only for `changed`; otherwise empty. */
  words: z.array(wordChange),
});
export type LineChange = z.output<typeof lineChange>;

/** Differences between two versions, section by section in reading order. */
const summaryDiff = z.strictObject({
  from: summaryVersion,
  to: summaryVersion,
  short: z.array(lineChange),
  outline: z.array(lineChange),
  keywords: z.array(lineChange),
  /** Each line starts with its time. */
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
  summary: 'Compare two versions of a summary',
  params: idParams,
  query: z.strictObject({ from: integerInAddress.min(1), to: integerInAddress.min(1) }),
  output: summaryDiff,
});

/** Inputs of list actions; each runs as an operation with a report. */
export const summaryActionInputs = {
  /** Generates a summary, or another version. */
  run: z.strictObject({ options: summaryOptions.default({}) }),
  /** Only resources without a summary; runs behind everything else in the queue. */
  runMissing: z.strictObject({}),
  /** Skips summaries with less evidence (0 accepts all), and out-of-date ones unless `acceptOutOfDate` is set. */
  approve: z.strictObject({ evidence: z.number().min(0).max(1).default(evidenceFrom), acceptOutOfDate }),
  publish: z.strictObject({ acceptOutOfDate }),
  unpublish: z.strictObject({}),
  reject: z.strictObject({ reason: z.enum(rejectionReasons), note: z.string().trim().max(1000).default('') }),
} as const;
export type SummaryAction = keyof typeof summaryActionInputs;
