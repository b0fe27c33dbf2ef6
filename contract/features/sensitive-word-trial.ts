import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { boundedCount } from '../list/define-list.ts';
import { resourceKinds, resourceStates } from './resource-state.ts';
import { disguises, markedText, matchPasses, severities, textPlace } from './scan.ts';
import { newSensitiveWord, sensitiveWordChanges, wordLimits } from './sensitive-word.ts';

/** Trying words out: on a text or a resource, and on everything that is there, before anything is saved. */
const pages = ['/app/sensitive/word', '/app/sensitive/resource'] as const;
const access = { kind: 'page', pages, ability: 'editor' } as const;

const foundWord = z.strictObject({
  /** null: the word that is being tried and is not saved. */
  id: z.uuid().nullable(),
  text: z.string(),
  severity: z.enum(severities),
});

const trialMark = z.strictObject({
  /** Of the text that was given: the first character and the one after the last, as JavaScript counts. */
  start: z.number().int(),
  end: z.number().int(),
  word: foundWord,
  pass: z.enum(matchPasses),
  disguises: z.array(z.enum(disguises)),
  /** Found, but an exception of the word says that it is meant otherwise. */
  exception: z.string().nullable(),
  likelyFalse: z.boolean(),
  /** Found, but likely false matches of the word are dismissed. */
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
    /** Only this one, as it would be saved; otherwise all that are looked for. */
    word: newSensitiveWord.optional(),
  }),
  output: z.strictObject({
    /** One of the given text, and of a resource those with something found in them, in the order of reading. */
    texts: z.array(
      z.strictObject({
        /** null: the text that was given. */
        place: textPlace.nullable(),
        text: z.string(),
        marks: z.array(trialMark),
      }),
    ),
    /** More was found than is shown. */
    more: z.boolean(),
  }),
  bodyLimit: 1024 * 1024,
  rateLimit: { calls: 120, windowMs: 60_000 },
});

/** A change that was not saved yet. */
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
  /** Resources that would get hits which they have not, and lose some that they have; not exact: at least so many. */
  flagged: boundedCount,
  cleared: boundedCount,
  /** Of those flagged: published ones that a block would take out of publication at once. */
  unpublished: boundedCount,
  /** Some of each effect. */
  samples: z.array(impactSample).max(impactSamples),
  /** The time was too short to look at all candidates. */
  cutShort: z.boolean(),
  /** So many pieces of text were looked at. */
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
