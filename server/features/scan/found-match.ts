import { createHash } from 'node:crypto';
import type { ScanSource } from '@lectern/contract/features/scan.ts';
import { strictFold } from '../../engines/word-matcher/characters.ts';
import type { WordMatch } from '../../engines/word-matcher/port.ts';
import type { Place, ScannedText } from './scanned-text.ts';

/** A word at a place of a resource, as a scan found it. */
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
  /** Its number among the matches of the word in the same sentence, from 1. */
  occurrence: number;
};

/** More matches of one word in one item help no reviewer. */
const mostMatchesPerWord = 500;

/** Matches in the order of reading; `found[k]` was found in `texts[k]`. */
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
          likelyFalse: one.doubtful,
          ...excerptOf(text.text, one),
          occurrence: count(matchKey({ wordId: one.wordId, source, fingerprint })),
        },
      ];
    });
  });
}

/** Decisions apply to a word in a sentence of one source. */
export function matchKey(match: Pick<FoundMatch, 'wordId' | 'source' | 'fingerprint'>): string {
  return `${match.wordId} ${match.source} ${match.fingerprint.toString('hex')}`;
}

type Span = { start: number; end: number };
type Excerpt = { excerpt: string; markStart: number; markEnd: number };

/** What a reader needs to understand a match. */
const around = 60;
/** A sentence without end is as much as this, before and after the match. */
const longestHalf = 240;
const endsAlone = new Set('。！？；…');
const endsBeforeSpace = new Set('.!?;');

/**
 * Tells a text with a match in it from others: by its source and the sentence around the match as words are compared, never by
 * its page or its second. The same text read again has the same one; a change elsewhere in the resource leaves it alone.
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

/** What stands before and after it, cut at whole characters. */
export function excerptOf(text: string, { start, end }: Span): Excerpt {
  const from = whole(text, Math.max(0, start - around));
  const to = whole(text, Math.min(text.length, end + around));
  return { excerpt: text.slice(from, to), markStart: start - from, markEnd: end - from };
}

function endsAt(text: string, at: number): boolean {
  const character = text.charAt(at);
  if (endsAlone.has(character)) return true;
  // A line goes on in the next one, a paragraph does not.
  if (character === '\n') return text.charAt(at + 1) === '\n' || text.charAt(at - 1) === '\n';
  return endsBeforeSpace.has(character) && (at + 1 >= text.length || /\s/.test(text.charAt(at + 1)));
}

/** Not between the halves of a character. */
function whole(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return at > 0 && unit >= 0xdc00 && unit < 0xe000 ? at - 1 : at;
}
