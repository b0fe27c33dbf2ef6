import { findKeywords } from './find-keywords.ts';
import type { ReadSentence } from './read-blocks.ts';
import { termsOf } from './score-sentences.ts';
import { isWide, wordsOf } from './words-of.ts';

/** What each stretch of a text is about that the others are not: a few of its words. */
export function nameSegments(segments: readonly (readonly ReadSentence[])[]): string[] {
  const spread = new Map<string, number>();
  for (const segment of segments) {
    const terms = new Set(segment.flatMap((sentence) => [...termsOf(sentence).keys()]));
    for (const term of terms) spread.set(term, (spread.get(term) ?? 0) + 1);
  }
  const common = Math.max(1, segments.length * 0.6);
  return segments.map((segment) => {
    const found = findKeywords({ sentences: [...segment], sections: [] }, '', 8);
    const own = found.filter((word) => wordsOf(word).some(({ term }) => (spread.get(term) ?? 0) <= common));
    const named = (own.length > 0 ? own : found).slice(0, 2);
    const [first] = segment;
    if (named.length === 0) return first ? shorten(first.text) : '';
    const wide = isWide(named.join(''));
    const name = named.join(wide ? '、' : ', ');
    return name.charAt(0).toUpperCase() + name.slice(1);
  });
}

const longest = 60;

function shorten(text: string): string {
  if (text.length <= longest) return text;
  const cut = text.lastIndexOf(' ', longest);
  return `${text.slice(0, cut > longest / 2 ? cut : longest)}…`;
}
