import { frequentWords } from '../language/detect-language.ts';
import { lengthOf, unspaced } from './words-of.ts';

/** Marks of bibliographic references; ordinary sentences rarely have two of them. */
const referenceMarks = [
  /\((?:19|20)\d\d[a-z]?\)|[,:.]\s(?:19|20)\d\d[a-z]?\s*[.,;:)]/u,
  /\bpp?\.\s?\d|\bpages?\s\d+\s?[–—-]\s?\d|第\d+(?:[—–-]\d+)?页/iu,
  /\d+\s?\(\d+\)|\b\d{1,4}[–—]\d{1,4}\b|:\s?\d+[–-]\d+/u,
  /\b(?:vols?|nos?|eds?|trans)\.\s|\b(?:doi|arxiv|isbn|issn)\b|https?:/iu,
  /(?:\b\p{Lu}\.[\s-]?){2}|\p{Lu}\p{Ll}+, \p{Lu}\.|(?:^|[,;&]\s)\p{Lu}\. \p{Lu}\p{Ll}+,/u,
  /\b(?:Press|Publishers?|Verlag|Proceedings|Journal|Transactions|Review of|Advances in)\b|出版社|书局|印书馆|学报|书店\d/u,
  /\[[A-Z](?:\/[A-Z]+)?\]/u,
  /^\s*\[\d+\]/u,
  /\d{4}年版/u,
];

function countReferenceMarks(text: string): number {
  // Fast path: a reference contains a year or page, and most sentences contain no digit.
  if (!/\d/.test(text)) return 0;
  return referenceMarks.filter((mark) => mark.test(text)).length;
}

/** Marks of program listings. */
const codeMarks = /\);|[{};]\s*$|\w_\w|=>|==|!=|&&|\|\||::|\+\+|[a-z]\.\w+\(|<\/?\w|\w\(\)/gu;

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** English words found in most clauses: subjects, conjunctions and the commonest verbs. */
const subjectsAndVerbs = words(
  'i you he she it we they there who which that this these those what how why when where because if although while until ' +
    'since whether unless so is are was were be been being am has have had do does did can cannot could will would may might ' +
    'must shall should let lets says said say makes made make shows showed show found find gets got get goes went go comes ' +
    'came come takes took take gives gave give becomes became become means meant needs needed keeps kept uses leads led ' +
    'grew fell rose began begins knows knew thinks thought sees saw wants wanted asked told called lives lived works worked',
);

/** Chinese words, as segmented, that nearly every sentence contains and that names don't. */
const particlesChinese = words(
  '的 了 是 在 和 有 不 这 那 与 为 以 也 就 对 将 被 把 从 到 会 能 要 可 而 但 因 所 如 使 让 着 过 我 你 他 她 它 我们 你们 他们 她们 它们 ' +
    '大家 自己 这个 那个 这些 那些 这样 那样 这种 这里 什么 怎么 怎样 为什么 哪些 谁 之 其 并 或 及 都 还 没 没有 很 吗 呢 吧 啊 嗯 则 于 由 已 又 更 最 再 才 ' +
    '只 若 须 应 请 说 得 给 向 跟 比 按 地 当 时 后 因为 所以 如果 虽然 但是 然而 因此 于是 而且 并且 或者 还是 以及 为了 对于 关于 由于 通过 根据 按照 可以 能够 ' +
    '应该 应当 必须 需要 已经 正在 就是 不是 可能 一定 非常 比较 主要 其实 只是 只有 只要 不会 不能 不要 认为 表示 表明 发现 说明 指出 成为 变成 变化 提出 进行 使用 ' +
    '开始 具有 包括 属于 来自 使得 从而 即 便 却 既 无 未 不同 一样 一个 一种 有些 每 许多 很多 起来 出来 上来 下来 以后 之后 之前 同时 然后 接着 首先 最后 ' +
    '还有 得到 所谓 那么 那 呀 嘛 经过 随着 作为 是否 如何 多么 想 看 做 去 来 讲 叫 用',
);

/**
 * `full`: certainly a sentence; `likely`: looks like one, but so do some titles; `possible`: words that may be one,
 * such as a headline; `noise`: part of a table, formula, listing, form or reference.
 */
type SentenceJudgement = 'full' | 'likely' | 'possible' | 'noise';

const han = /\p{Script=Han}/gu;
const kana = /[\u3040-\u30ff]/gu;
const hiragana = /[\u3041-\u3096]/gu;
const ends = /[.!?…؟۔।॥։።]["'”’)\]»]*\s*$/u;
const longest = 1200;
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/** Distinguishes sentences from lists by the function words, verbs and punctuation that only sentences have. */
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

/** Mean number of characters between spaces. */
function runLength(text: string, visible: number): number {
  return visible / (count(text.trim(), /\s+/gu) + 1);
}

/** Every Chinese sentence contains particles, pronouns or common verbs; names don't. */
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

/** Japanese function words are written in hiragana. */
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

/** The token in lower case without punctuation; undefined for numbers and variable names. */
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
