import { frequentWords } from '../language/frequent-words.ts';
import { codeMarks, countReferenceMarks, particlesChinese, subjectsAndVerbs } from './sentence-marks.ts';
import { lengthOf, unspaced } from './words-of.ts';

/**
 * `full`: certainly a sentence. `likely`: written like one, but so are some titles. `possible`: words that may be one, such
 * as a headline. `noise`: part of a table, formula, listing, form or reference.
 */
export type SentenceJudgement = 'full' | 'likely' | 'possible' | 'noise';

const han = /\p{Script=Han}/gu;
const kana = /[\u3040-\u30ff]/gu;
const hiragana = /[\u3041-\u3096]/gu;
const ends = /[.!?…؟۔।॥։።]["'”’)\]»]*\s*$/u;
const longest = 1200;
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/** Tells sentences from lists by the small words, verbs and marks that only sentences have. */
export function judgeSentence(text: string): SentenceJudgement {
  const visible = count(text, /\S/gu);
  const letters = count(text, /[\p{L}\p{M}]/gu);
  if (letters * 2 <= visible || lengthOf(text) < 3 || text.length > longest) return 'noise';
  if (/[._…·]{4,}|(?:[.·…] ){4,}|_{3,}/u.test(text)) return 'noise';
  if (countReferenceMarks(text) >= 2 || count(text, codeMarks) >= 3) return 'noise';
  const [hans, kanas] = [count(text, han), count(text, kana)];
  if ((hans + kanas) * 3 > visible) return kanas * 10 > hans ? judgeJapanese(text) : judgeChinese(text, visible);
  if (count(text, unspaced) * 2 > letters) return runLength(text, visible) >= 14 ? 'full' : 'noise';
  return judgeSpaced(text, letters);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** How many characters stand together between two spaces. */
function runLength(text: string, visible: number): number {
  return visible / (count(text.trim(), /\s+/gu) + 1);
}

/** Particles, pronouns and common verbs are in every Chinese sentence; names of things have none. */
function judgeChinese(text: string, visible: number): SentenceJudgement {
  const hans = count(text, han);
  if (hans * 2 < visible || hans < 5 || runLength(text, visible) < 4) return 'noise';
  const segments = [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike);
  const tied = segments.filter(({ segment }) => particlesChinese.has(segment)).length;
  const share = tied / Math.max(1, segments.length);
  const isMarked = /，|[。！？!?；]["'”’」』）]?\s*$/u.test(text);
  if ((tied >= 2 && share >= 0.12) || (tied >= 1 && share >= 0.06 && isMarked)) return 'full';
  if (/[。！？!?]["'”’」』）]?\s*$/u.test(text)) return 'likely';
  return isMarked || tied > 0 ? 'possible' : 'noise';
}

/** What ties Japanese words together is written in hiragana. */
function judgeJapanese(text: string): SentenceJudgement {
  const tied = count(text, hiragana) / Math.max(1, count(text, han) + count(text, kana));
  if (tied >= 0.25 && text.length >= 10) return 'full';
  return tied >= 0.15 ? 'possible' : 'noise';
}

function judgeSpaced(text: string, letters: number): SentenceJudgement {
  const tokens = text.trim().split(/\s+/u);
  const words = tokens.flatMap((token) => wordIn(token) ?? []);
  const symbols = count(text, /[{}()<>=;_/\\|*#$%^&@[\]~`+]/gu) / text.length;
  if (words.length < 2 || words.length < tokens.length * 0.55 || symbols > 0.1) return 'noise';
  const ended = ends.test(text);
  if (count(text, /\p{Script=Latin}/gu) * 2 > letters) return judgeLatin(tokens, words, ended);
  if (count(text, /\p{Script=Hangul}/gu) * 2 > letters) {
    // Korean words in a sentence end with a particle or a verb ending.
    return shareOf(words, (word) => /[은는이가을를에의로다고서도와과요까지만]$/u.test(word)) >= 0.4 ? 'full' : 'noise';
  }
  if (words.length >= 4 && hasShortWords(words) && (ended || words.length >= 8)) return 'full';
  return ended ? 'possible' : 'noise';
}

/** In small letters, without the marks around it; names of variables and numbers are none. */
function wordIn(token: string): string | undefined {
  const bare = token.replace(/^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu, '');
  if (/\p{Ll}\p{Lu}/u.test(bare) || !/^\p{L}[\p{L}\p{M}]*(?:['’-][\p{L}\p{M}]+)*$/u.test(bare)) return undefined;
  return bare.toLowerCase().replaceAll('’', "'");
}

function judgeLatin(tokens: readonly string[], words: readonly string[], ended: boolean): SentenceJudgement {
  const small = (language: string) =>
    shareOf(words, (word) => word === 'a' || frequentWords[language]?.small.has(word) === true);
  const english = small('en');
  const isDense = words.length >= tokens.length * 0.65;
  const isLowerCase = shareOf(tokens, (token) => /^[^\p{L}]*\p{Ll}/u.test(token)) >= 0.6;
  if (isDense && english >= (words.length < 12 ? 0.15 : 0.2) && english <= 0.9 && words.some(isSubjectOrVerb))
    return 'full';
  if (isDense && isLowerCase && ended && words.length >= 12 && english >= 0.25) return 'full';
  const foreign = Math.max(small('de'), small('fr'), small('es'));
  if (foreign > english && foreign >= 0.25 && words.length >= 5) return 'full';
  if (isDense && isLowerCase && ended && words.length >= 6 && english < 0.15 && hasShortWords(words)) return 'full';
  if (isDense && isLowerCase && ended && words.length >= 4) return 'likely';
  return english >= 0.1 || ended ? 'possible' : 'noise';
}

function isSubjectOrVerb(word: string): boolean {
  return subjectsAndVerbs.has(word) || /(?:n't|'(?:re|ll|ve|m|d))$/u.test(word);
}

/** Articles, prepositions and pronouns are short in most languages. */
function hasShortWords(words: readonly string[]): boolean {
  return shareOf(words, (word) => word.length <= 3) >= 0.1;
}

function shareOf<T>(values: readonly T[], test: (value: T) => boolean): number {
  return values.filter(test).length / Math.max(1, values.length);
}
