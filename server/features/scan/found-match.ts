import { createHash } from 'node:crypto';
import type { ScanSource } from '@lectern/contract/features/scan.ts';
import { strictFold } from '../../engines/word-matcher/characters.ts';
import type { WordMatch } from '../../engines/word-matcher/port.ts';
import type { Place, ScannedText } from './scanned-text.ts';

/** A word found at one place of an item. */
export type FoundMatch = Place & {
  wordId: string;
  source: ScanSource;
  position: number;
  noteId: string | null;
  start: number;
  end: number;
  excerpt: string;
  markStart: number;
  markEnd: number;
  pass: WordMatch['pass'];
  disguises: readonly string[];
  /** Crosses word boundaries, or is a short word that only looks disguised. */
  likelyFalse: boolean;
  fingerprint: Buffer;
  /** Counts the matches of the word in the same sentence, from 1. */
  occurrence: number;
};

/** More matches of a word in one item wouldn't help a reviewer. */
const mostMatchesPerWord = 500;

/** Matches in reading order; `found[k]` belongs to `texts[k]`. */
export function matchesOf(texts: readonly ScannedText[], found: readonly (readonly WordMatch[])[]): FoundMatch[] {
  const occurrences = new Map<string, number>();
  const count = (key: string) => {
    const next = (occurrences.get(key) ?? 0) + 1;
    occurrences.set(key, next);
    return next;
  };
  return texts.flatMap((text, at) => {
    const inOrder = [...(found[at] ?? [])].sort((left, right) => left.start - right.start || left.end - right.end);
    return inOrder.flatMap((one): FoundMatch[] => {
      if (count(one.wordId) > mostMatchesPerWord) return [];
      const fingerprint = fingerprintOf(text.source, text.text, one);
      const { source, position, noteId, page, box, startMs, endMs } = text;
      return [
        {
          ...{ wordId: one.wordId, source, position, noteId, page, box, startMs, endMs },
          ...{ start: one.start, end: one.end, pass: one.pass, disguises: one.variant, fingerprint },
          likelyFalse: one.likelyFalse,
          ...excerptOf(text.text, one),
          occurrence: count(matchKey({ wordId: one.wordId, source, fingerprint })),
        },
      ];
    });
  });
}

/** Identifies what a decision applies to: a word in a sentence of one source. */
export function matchKey(match: Pick<FoundMatch, 'wordId' | 'source' | 'fingerprint'>): string {
  return `${match.wordId} ${match.source} ${match.fingerprint.toString('hex')}`;
}

type Span = { start: number; end: number };
type Excerpt = { excerpt: string; markStart: number; markEnd: number };

/** Characters of context on each side of a match. */
const around = 60;
/** Maximum characters of a sentence on each side of the match. */
const longestHalf = 240;
const endsAlone = new Set('。！？；…');
const endsBeforeSpace = new Set('.!?;');

/**
 * Identifies a match by its source and folded sentence, never by page or time. It survives a new reading of the same
 * text and changes elsewhere in the resource.
 */
export function fingerprintOf(source: string, text: string, match: Span): Buffer {
  const sentence = strictFold(sentenceAround(text, match));
  return createHash('sha256').update(`${source}\0${sentence}`).digest().subarray(0, 16);
}

export function sentenceAround(text: string, { start, end }: Span): string {
  let from = start;
  const first = Math.max(0, start - longestHalf);
  while (from > first && !endsAt(text, from - 1)) from -= 1;
  let to = end;
  const last = Math.min(text.length, end + longestHalf);
  while (to < last && !endsAt(text, to)) to += 1;
  return text.slice(whole(text, from), whole(text, to));
}

/** The match with its context, cut at whole characters. */
export function excerptOf(text: string, { start, end }: Span): Excerpt {
  const from = whole(text, Math.max(0, start - around));
  const to = whole(text, Math.min(text.length, end + around));
  return { excerpt: text.slice(from, to), markStart: start - from, markEnd: end - from };
}

function endsAt(text: string, at: number): boolean {
  const character = text.charAt(at);
  if (endsAlone.has(character)) return true;
  // A single line break doesn't end a sentence; a blank line does.
  if (character === '\n') return text.charAt(at + 1) === '\n' || text.charAt(at - 1) === '\n';
  return endsBeforeSpace.has(character) && (at + 1 >= text.length || /\s/.test(text.charAt(at + 1)));
}

/** Avoids cutting a surrogate pair. */
function whole(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return at > 0 && unit >= 0xdc00 && unit < 0xe000 ? at - 1 : at;
}
