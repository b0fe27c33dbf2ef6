import type { ScanSource } from '@lectern/contract/features/scan.ts';
import type { Found } from '../../engines/word-matcher/port.ts';
import { excerptOf, fingerprintOf } from './hit-context.ts';
import type { Place, ScannedText } from './scanned-text.ts';

/** A word at a place of a resource, as a scan found it. */
export type FoundHit = Place & {
  wordId: string;
  source: ScanSource;
  position: number;
  noteId: string | null;
  start: number;
  end: number;
  excerpt: string;
  markStart: number;
  markEnd: number;
  pass: Found['pass'];
  disguises: readonly string[];
  /** It may not be meant: it crosses the words of a text, or a short word only seems to be disguised. */
  likelyFalse: boolean;
  fingerprint: Buffer;
  /** The how-manieth of its word in that very text, from 1. */
  occurrence: number;
};

/** What is found of one word in one resource beyond that tells nobody anything new. */
const mostHitsOfWord = 500;

/** Hits in the order of reading; `found[k]` was found in `texts[k]`. */
export function hitsOf(texts: readonly ScannedText[], found: readonly (readonly Found[])[]): FoundHit[] {
  const occurrences = new Map<string, number>();
  const count = (key: string) => {
    const next = (occurrences.get(key) ?? 0) + 1;
    occurrences.set(key, next);
    return next;
  };
  return texts.flatMap((text, at) => {
    const inOrder = [...(found[at] ?? [])].sort((left, right) => left.start - right.start || left.end - right.end);
    return inOrder.flatMap((one): FoundHit[] => {
      if (count(one.wordId) > mostHitsOfWord) return [];
      const fingerprint = fingerprintOf(text.source, text.text, one);
      const { source, position, noteId, page, box, startMs, endMs } = text;
      return [
        {
          ...{ wordId: one.wordId, source, position, noteId, page, box, startMs, endMs },
          ...{ start: one.start, end: one.end, pass: one.pass, disguises: one.variant, fingerprint },
          likelyFalse: one.doubtful,
          ...excerptOf(text.text, one),
          occurrence: count(hitKey({ wordId: one.wordId, source, fingerprint })),
        },
      ];
    });
  });
}

/** What a decision is about: a word in a text. */
export function hitKey(hit: Pick<FoundHit, 'wordId' | 'source' | 'fingerprint'>): string {
  return `${hit.wordId} ${hit.source} ${hit.fingerprint.toString('hex')}`;
}
