import { createHash } from 'node:crypto';
import { strictFold } from '../../engines/word-matcher/characters.ts';

type Span = { start: number; end: number };
type Excerpt = { excerpt: string; markStart: number; markEnd: number };

/** What a reader needs to understand a hit. */
const around = 60;
/** A sentence without end is as much as this, before and after the hit. */
const longestHalf = 240;
const endsAlone = new Set('。！？；…');
const endsBeforeSpace = new Set('.!?;');

/**
 * Tells a text with a hit in it from others: by its source and the sentence around the hit as words are compared, never by
 * its page or its second. The same text read again has the same one; a change elsewhere in the resource leaves it alone.
 */
export function fingerprintOf(source: string, text: string, hit: Span): Buffer {
  const sentence = strictFold(sentenceAround(text, hit));
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
