/** BCP 47 code and a confidence from 0 to 1. */
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

/** In characters. The first pages are enough. */
const longestText = 20_000;
/** A Chinese character carries about as much meaning as a short word. */
const leastDense = 3;
const leastLetters = 8;
const leastWords = 3;

/** Detects the language by script and most frequent words; null when there is too little text. */
export function detectLanguage(given: string): DetectedLanguage | null {
  const text = given.slice(0, longestText).normalize('NFKC');
  const counts = Object.fromEntries(
    scripts.map(({ script, pattern }) => [script, text.match(pattern)?.length ?? 0]),
  ) as Record<Script, number>;
  // One Chinese character counts as much as three letters.
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

/** Many languages share the Latin script, so count each language's frequent words and special letters. */
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
  // In running text about four in ten words are function words; a list of names has none.
  const dense = Math.min(1, first.score / words.length / 0.35);
  const ahead = (first.score - (second?.score ?? 0)) / first.score;
  const confidence = share * dense * Math.min(1, 0.3 + ahead);
  return confidence < 0.15 ? null : { language: first.language, confidence: rounded(confidence) };
}

function rounded(value: number): number {
  return Number(value.toFixed(3));
}

type Traits = {
  /** Frequent function words. */
  small: ReadonlySet<string>;
  /** Letters that none of the other languages here use. */
  letters: RegExp;
};

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

export const frequentWords: Readonly<Record<string, Traits>> = {
  en: {
    small: words(
      'the of and to in is that it was for on are as with his they at be this have from or had by not but what all were we when your can said there use an each which she do how their if will up other about out many then them these so some her would make like him into time has look two more go see no way could my than been who its now find long down did get come made may over such our only also after between because where through those us me you i he',
    ),
    letters: /$^/,
  },
  de: {
    small: words(
      'der die und das den dem des ein eine einer eines einem einen ist sind war nicht mit von zu auf für im sich auch es an werden aus er hat dass sie nach wird bei noch wie einem über so zum kann wenn oder nur aber vor zur bis mehr durch man sein wurde sehr ich wir ihr haben als unter diese dieser',
    ),
    letters: /[äöß]/,
  },
  fr: {
    small: words(
      'le la les de des du un une et est en que qui dans pour pas au aux sur avec ce cette il elle ne se son sa ses par plus ont sont mais comme ou nous vous leur être fait tout même aussi où été était je on y très sans entre ces deux',
    ),
    letters: /[çèêëîïôûœ]/,
  },
  es: {
    small: words(
      'el la los las de del y en que un una es por con no se su para al lo como más pero sus le ya este sí porque esta entre cuando muy sin sobre también me hasta hay donde quien desde todo nos durante todos uno ni contra otros ese eso ante ellos son fue era está ha',
    ),
    letters: /[ñáíóú]/,
  },
};
