import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { boundedCount } from '../list/define-list.ts';
import { resourceKinds, resourceStates } from './resource-state.ts';
import { disguises, markedText, matchPasses, severities, textPlace } from './scan.ts';
import { newSensitiveWord, sensitiveWordChanges, wordLimits } from './sensitive-word.ts';

/** Trials test words before saving: on a text, on a resource or on all content. */
const pages = ['/app/sensitive/word', '/app/sensitive/resource'] as const;
const access = { kind: 'page', pages, ability: 'editor' } as const;

const foundWord = z.strictObject({
  /** null for the unsaved word being tested. */
  id: z.uuid().nullable(),
  text: z.string(),
  severity: z.enum(severities),
});

const trialMark = z.strictObject({
  /** Start and end (exclusive) in the given text, as JavaScript string offsets. */
  start: z.number().int(),
  end: z.number().int(),
  word: foundWord,
  pass: z.enum(matchPasses),
  disguises: z.array(z.enum(disguises)),
  /** The exception of the word that cancels this match; null if none does. */
  exception: z.string().nullable(),
  likelyFalse: z.boolean(),
  /** Dismissed, because likely false matches of this word are ignored. */
  dismissed: z.boolean(),
});
export type TrialMark = z.output<typeof trialMark>;

export const testWords = defineEndpoint({
  id: 'sensitiveWord.test',
  method: 'POST',
  path: '/sensitive/words/test',
  access,
  summary: 'Test words on a text or resource; nothing is saved',
  body: z.strictObject({
    of: z.union([
      z.strictObject({ text: z.string().min(1).max(wordLimits.testCharacters) }),
      z.strictObject({ resourceId: z.uuid() }),
    ]),
    /** Test only this unsaved word; default: all active words. */
    word: newSensitiveWord.optional(),
  }),
  output: z.strictObject({
    /** The given text, or all texts of the resource with matches, in reading order. */
    texts: z.array(
      z.strictObject({
        /** null for the given text. */
        place: textPlace.nullable(),
        text: z.string(),
        marks: z.array(trialMark),
      }),
    ),
    /** More matches exist than are returned. */
    more: z.boolean(),
  }),
  bodyLimit: 1024 * 1024,
  rateLimit: { calls: 120, windowMs: 60_000 },
});

/** An unsaved change. */
const wordChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('add'), word: newSensitiveWord }),
  z.strictObject({ kind: z.literal('change'), id: z.uuid(), word: sensitiveWordChanges }),
  z.strictObject({ kind: z.literal('remove'), id: z.uuid() }),
]);
export type WordChange = z.output<typeof wordChange>;

export const impactSamples = 10;

const impactSample = z.strictObject({
  effect: z.enum(['flag', 'clear']),
  resource: z.strictObject({
    id: z.uuid(),
    title: z.string(),
    kind: z.enum(resourceKinds),
    state: z.enum(resourceStates),
  }),
  word: z.string(),
  place: textPlace,
  excerpt: markedText,
  likelyFalse: z.boolean(),
});
export type ImpactSample = z.output<typeof impactSample>;

const wordImpact = z.strictObject({
  /** Resources that would get new matches (`flagged`) or lose matches (`cleared`); lower bounds if not exact. */
  flagged: boundedCount,
  cleared: boundedCount,
  /** Published resources among the flagged ones that would be blocked immediately. */
  unpublished: boundedCount,
  /** Includes samples of both effects. */
  samples: z.array(impactSample).max(impactSamples),
  /** The time limit was reached before all candidates were checked. */
  cutShort: z.boolean(),
  /** Number of passages checked. */
  looked: z.number().int(),
});
export type WordImpact = z.output<typeof wordImpact>;

export const previewImpact = defineEndpoint({
  id: 'sensitiveWord.previewImpact',
  method: 'POST',
  path: '/sensitive/words/impact',
  access,
  summary: 'Preview new and cleared matches of word changes, with samples',
  body: z.union([
    z.strictObject({ changes: z.array(wordChange).min(1).max(50) }),
    z.strictObject({ pack: z.strictObject({ id: z.uuid(), enabled: z.boolean() }) }),
  ]),
  output: wordImpact,
  bodyLimit: 1024 * 1024,
  rateLimit: { calls: 60, windowMs: 60_000 },
});
