export type Similarity = {
  /** Recall: share of the expected words that were read. */
  found: number;
  /** Precision: share of the words read that were expected. */
  right: number;
};

/** Compares the words of two texts regardless of layout and order. */
export function compareTexts(read: string, expected: string): Similarity {
  const [is, should] = [countWords(read), countWords(withoutMarkdown(expected))];
  let shared = 0;
  for (const [word, count] of should) shared += Math.min(count, is.get(word) ?? 0);
  return { found: shared / Math.max(1, total(should)), right: shared / Math.max(1, total(is)) };
}

/** Removes Markdown syntax and link targets, which aren't words of the document. */
function withoutMarkdown(text: string): string {
  return text
    .replace(/<!--.*?-->/gs, ' ')
    .replace(/\]\([^)]*\)/g, ' ')
    .replace(/\\([_*#&])/g, '$1')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
}

/** Counts words, or single characters in scripts without spaces between words. */
function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const plain = text.normalize('NFKC').toLowerCase();
  const words = plain.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}]+/gu) ?? [];
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function total(counts: Map<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
