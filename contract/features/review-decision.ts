import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { problem } from '../input-problems.ts';
import { operationRow } from './operation.ts';
import { hit, hitParams, onReviewPage, reviewView } from './review.ts';
import { markedText, type ScanSource, scanSources, textPlace } from './scan.ts';
import { sensitiveWordFields, sensitiveWordRow } from './sensitive-word.ts';

/** Decisions on a match or on the whole resource. */
export const hitDecisions = ['clear', 'block', 'mask'] as const;
export type HitDecision = (typeof hitDecisions)[number];
/** Sources that can be masked. Metadata and file names are edited instead. */
export const maskableSources: readonly ScanSource[] = ['document', 'ocr', 'speech', 'subtitle', 'summary'];
export const reviewDecisions = [...hitDecisions, 'return', 'escalate'] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];
export const unblockSteps = ['askUnblock', 'confirmUnblock', 'refuseUnblock', 'withdrawUnblock'] as const;

export const decisionReasons = [
  'teaching',
  'quotation',
  'name',
  'otherMeaning',
  'misread',
  'harmful',
  'unlawful',
  'personal',
  'unsuitable',
  'other',
] as const;
export type DecisionReason = (typeof decisionReasons)[number];

const named = z.strictObject({ id: z.uuid(), name: z.string() });
const note = z.string().trim().max(1000);
const version = z.int32();
const why = { reason: z.enum(decisionReasons), note: note.default('') };
const path = '/sensitive/reviews/{id}';

/** Everything one command decided; Undo reverts it as a whole. */
const decisionRow = z.strictObject({
  id: z.uuid(),
  resource: z.strictObject({ id: z.uuid(), title: z.string() }),
  decision: z.enum([...reviewDecisions, ...unblockSteps]),
  reason: z.enum(decisionReasons).nullable(),
  note: z.string(),
  by: named.nullable(),
  at: z.iso.datetime(),
  undone: z.strictObject({ by: named.nullable(), at: z.iso.datetime() }).nullable(),
  /** null if the decision is about the whole resource or several words. */
  word: z.strictObject({ id: z.uuid(), text: z.string() }).nullable(),
  source: z.enum(scanSources).nullable(),
  /** The text at the time; null if several matches were decided or the resource was permanently deleted. */
  excerpt: markedText.nullable(),
  hits: z.number().int(),
  /** Set if it was part of a bulk operation; the operation is then what can be undone. */
  operationId: z.uuid().nullable(),
  /** Whether the caller may undo it. */
  undoable: z.boolean(),
});
export type DecisionRow = z.output<typeof decisionRow>;

const decided = z.strictObject({ review: reviewView, decisionId: z.uuid() });

export const claimReview = defineEndpoint({
  id: 'review.claim',
  method: 'POST',
  path: `${path}/claim`,
  access: onReviewPage,
  summary: 'Claim a review; 409 if someone else has it',
  params: idParams,
  body: z.strictObject({ version }),
  output: reviewView,
});

export const releaseReview = defineEndpoint({
  id: 'review.release',
  method: 'POST',
  path: `${path}/release`,
  access: onReviewPage,
  summary: 'Release a review: your own, or anyone’s as an administrator',
  params: idParams,
  body: z.strictObject({ version }),
  output: reviewView,
});

export const decideHits = defineEndpoint({
  id: 'review.decideHits',
  method: 'POST',
  path: `${path}/hits/decisions`,
  access: onReviewPage,
  summary: 'Decide some matches; 409 if someone else decided or the text changed',
  params: idParams,
  body: z.strictObject({
    hitIds: z.array(z.uuid()).min(1).max(200),
    decision: z.enum(hitDecisions),
    ...why,
    version,
  }),
  output: decided.extend({ hits: z.array(hit) }),
});

export const decideReview = defineEndpoint({
  id: 'review.decide',
  method: 'POST',
  path: `${path}/decisions`,
  access: onReviewPage,
  summary: 'Decide all open matches at once, return the item or escalate it',
  params: idParams,
  body: z
    .strictObject({ decision: z.enum(reviewDecisions), ...why, version })
    .refine(({ decision, note }) => !['return', 'escalate'].includes(decision) || note.length > 0, {
      path: ['note'],
      message: problem('sayWhy'),
    }),
  output: decided,
});

export const undoDecision = defineEndpoint({
  id: 'review.undoDecision',
  method: 'POST',
  path: `${path}/decisions/{decisionId}/undo`,
  access: onReviewPage,
  summary: 'Undo your last decision; 409 if someone continued or the text changed',
  params: idParams.extend({ decisionId: z.uuid() }),
  body: z.strictObject({ version }),
  output: reviewView,
});

const decisionPage = z.strictObject({
  after: z.uuid().optional(),
  size: z.coerce.number().int().min(1).max(100).default(30),
});
const decisionRows = z.strictObject({ rows: z.array(decisionRow), more: z.boolean() });

export const listDecisions = defineEndpoint({
  id: 'review.listDecisions',
  method: 'GET',
  path: `${path}/decisions`,
  access: onReviewPage,
  summary: 'List the decisions on a resource, newest first',
  params: idParams,
  query: decisionPage,
  output: decisionRows,
});

export const listWordDecisions = defineEndpoint({
  id: 'review.listWordDecisions',
  method: 'GET',
  path: '/sensitive/words/{id}/decisions',
  access: { kind: 'page', pages: ['/app/sensitive/resource', '/app/sensitive/word'], ability: 'editor' },
  summary: 'List the decisions on a word in your data scope, newest first',
  params: idParams,
  query: decisionPage,
  output: decisionRows,
});

/**
 * Unblocking needs two people: one requests it, another confirms or declines, and the first can withdraw the request.
 */
export const askUnblock = defineEndpoint({
  id: 'review.askUnblock',
  method: 'POST',
  path: `${path}/unblock`,
  access: onReviewPage,
  summary: 'Request an unblock once no blocking match is open',
  params: idParams,
  body: z.strictObject({ note: note.min(1), version }),
  output: reviewView,
});

export const answerUnblock = defineEndpoint({
  id: 'review.answerUnblock',
  method: 'POST',
  path: `${path}/unblock/answer`,
  access: onReviewPage,
  summary: 'Confirm or decline someone else’s unblock request',
  params: idParams,
  body: z
    .strictObject({ agree: z.boolean(), note: note.default(''), version })
    .refine(({ agree, note }) => agree || note.length > 0, { path: ['note'], message: problem('sayWhy') }),
  output: reviewView,
});

export const withdrawUnblock = defineEndpoint({
  id: 'review.withdrawUnblock',
  method: 'POST',
  path: `${path}/unblock/withdraw`,
  access: onReviewPage,
  summary: 'Withdraw your unblock request',
  params: idParams,
  body: z.strictObject({ version }),
  output: reviewView,
});

export const addExceptionFromHit = defineEndpoint({
  id: 'review.addException',
  method: 'POST',
  path: `${path}/hits/{hitId}/exception`,
  access: onReviewPage,
  summary: 'Add a phrase around a match as an exception of its word, and re-scan',
  params: hitParams,
  body: z.strictObject({ phrase: sensitiveWordFields.text, wordVersion: version }),
  output: sensitiveWordRow,
  successStatus: 201,
});

export const ignoreLikelyFalse = defineEndpoint({
  id: 'review.ignoreLikelyFalse',
  method: 'POST',
  path: `${path}/words/{wordId}/likelyFalse`,
  access: onReviewPage,
  summary: 'Dismiss likely false matches of a word everywhere, or stop dismissing them; re-scans affected resources',
  params: z.strictObject({ id: z.uuid(), wordId: z.uuid() }),
  body: z.strictObject({ ignored: z.boolean() }),
  output: sensitiveWordRow,
});

/** Open matches of the same word in identical text, across the caller's data scope. */
export const countSameHits = defineEndpoint({
  id: 'review.countSame',
  method: 'GET',
  path: `${path}/hits/{hitId}/same`,
  access: onReviewPage,
  summary: 'Count resources with the same undecided word in the same context',
  params: hitParams,
  output: z.strictObject({
    hits: z.number().int(),
    resources: z.number().int(),
    samples: z.array(z.strictObject({ id: z.uuid(), title: z.string() })).max(5),
  }),
});

export const decideSameHits = defineEndpoint({
  id: 'review.decideSame',
  method: 'POST',
  path: `${path}/hits/{hitId}/same`,
  access: onReviewPage,
  summary: 'Decide the same word in the same context everywhere, as an operation with Undo',
  params: hitParams,
  body: z.strictObject({ decision: z.enum(hitDecisions), ...why }),
  output: operationRow,
  successStatus: 202,
});

export const revealReview = defineEndpoint({
  id: 'review.reveal',
  method: 'POST',
  path: `${path}/reveal`,
  access: onReviewPage,
  summary: 'Reveal blurred images; recorded in the activity',
  params: idParams,
  successStatus: 204,
});

export const listMasks = defineEndpoint({
  id: 'review.listMasks',
  method: 'GET',
  path: `${path}/masks`,
  access: onReviewPage,
  summary: 'List the parts masked for others, in reading order, up to 1,000',
  params: idParams,
  output: z.array(
    z.strictObject({ hitId: z.uuid(), place: textPlace, start: z.number().int(), end: z.number().int() }),
  ),
});

export const maskAgain = defineEndpoint({
  id: 'review.maskAgain',
  method: 'POST',
  path: `${path}/masks`,
  access: onReviewPage,
  summary: 'Retry masking after a failure',
  params: idParams,
  output: reviewView,
  successStatus: 202,
});

/** Inputs of the `review` list actions. */
export const reviewActionInputs = {
  claim: z.strictObject({}),
  release: z.strictObject({}),
  assign: z.strictObject({ userId: z.uuid() }),
  clear: z.strictObject(why),
  block: z.strictObject(why),
  mask: z.strictObject(why),
  return: z.strictObject({ reason: why.reason, note: note.min(1) }),
  escalate: z.strictObject({ reason: why.reason, note: note.min(1) }),
  /** Can't be undone, because it only updates the matches. */
  rescan: z.strictObject({}),
} as const;
export type ReviewAction = keyof typeof reviewActionInputs;
