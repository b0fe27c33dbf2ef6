import { frequentWords } from './frequent-words.ts';

/** A BCP 47 code, and how sure it is, from 0 to 1. */
type DetectedLanguage = { language: string; confidence: number };

const scripts = [
  { script: 'han', pattern: /\p{Script=Han}/gu },
  { script: 'kana', pattern: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu },
  { script: 'hangul', pattern: /\p{Script=Hangul}/gu },
  { script: 'arabic', pattern: /\p{Script=Arabic}/gu },
  { script: 'cyrillic', pattern: /\p{Script=Cyrillic}/gu },
  { script: 'latin', pattern: /\p{Script=Latin}/gu },
] as const;

type Script = (typeof scripts)[number]['script'];

/** A text is told by its first pages. */
const longestText = 20_000;
/** A Chinese character says as much as a short word. */
const leastDense = 3;
const leastLetters = 8;
const leastWords = 3;

/** What a text is written in, by its letters and its most frequent words; null where there is too little to tell. */
export function detectLanguage(given: string): DetectedLanguage | null {
  const text = given.slice(0, longestText).normalize('NFKC');
  const counts = Object.fromEntries(
    scripts.map(({ script, pattern }) => [script, text.match(pattern)?.length ?? 0]),
  ) as Record<Script, number>;
  // Three letters make about as much text as one Chinese character.
  const { han, kana, hangul, arabic, cyrillic, latin } = counts;
  const weights = { east: (han + kana) * 3, hangul: hangul * 3, arabic, cyrillic, latin };
  const all = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
  const [largest, weight] = Object.entries(weights).reduce((best, one) => (one[1] > best[1] ? one : best));
  if (all === 0) return null;
  const share = weight / all;
  switch (largest) {
    case 'east':
      return han + kana < leastDense
        ? null
        : { language: kana / (han + kana) > 0.1 ? 'ja' : 'zh', confidence: rounded(share) };
    case 'hangul':
      return hangul < leastDense ? null : { language: 'ko', confidence: rounded(share) };
    case 'arabic':
      return arabic < leastLetters ? null : { language: 'ar', confidence: rounded(share * 0.9) };
    case 'cyrillic':
      return cyrillic < leastLetters ? null : { language: 'ru', confidence: rounded(share * 0.9) };
    default:
      return byWords(text, share);
  }
}

/** Latin letters are shared by many: which language's small words and special letters are seen most? */
function byWords(text: string, share: number): DetectedLanguage | null {
  const words = text.toLowerCase().match(/\p{Script=Latin}+/gu) ?? [];
  if (words.length < leastWords) return null;
  const scores = Object.entries(frequentWords).map(([language, { small, letters }]) => {
    const known = words.filter((word) => small.has(word)).length;
    const special = words.filter((word) => letters.test(word)).length;
    return { language, score: known + special * 0.7 };
  });
  const [first, second] = scores.sort((one, other) => other.score - one.score);
  if (!first || first.score === 0) return null;
  // In running text about four words of ten are small ones; a list of names has none.
  const dense = Math.min(1, first.score / words.length / 0.35);
  const ahead = (first.score - (second?.score ?? 0)) / first.score;
  const confidence = share * dense * Math.min(1, 0.3 + ahead);
  return confidence < 0.15 ? null : { language: first.language, confidence: rounded(confidence) };
}

function rounded(value: number): number {
  return Number(value.toFixed(3));
}
