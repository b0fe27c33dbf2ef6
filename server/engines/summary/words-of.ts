const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Words that say nothing about the topic. */
const stopWords = words(
  'a about above after again against all also although always am among an and another any are as at away back be became ' +
    'because become becomes been before being below between both but by came can cannot come could did do does doing done down ' +
    'during each either else enough even ever every few first for from further get gets give given go goes going gone got had ' +
    'has have having he her here hers herself him himself his how however i if in indeed instead into is it its itself just keep ' +
    'kept know last later latter least less let like likely made mainly make makes many may maybe me might mine more moreover ' +
    'most mostly much must my myself namely near need neither never new next no nobody none nor not nothing now of off often ' +
    'on once one only onto or other others otherwise our ours ourselves out over own per perhaps put quite rather really said ' +
    'same say says see seem seemed seems seen several shall she should show shows shown since so some somehow someone ' +
    'something sometimes still such take taken than that the their theirs them themselves then there therefore these they ' +
    'thing things this those though three through throughout thus to together told too toward towards two under until up upon ' +
    'us use used uses using very via was way we well were what whatever when where whereas whether which while who whole whom ' +
    'whose why will with within without would yes yet you your yours yourself don doesn didn isn aren wasn weren won ll ve re ' +
    'mr mrs ms dr e g et al i.e e.g okay ok yeah um uh right actually basically gonna want kind sort lot bit',
);

/** Chinese stop words, as segmented. */
const stopWordsChinese = words(
  '的 了 是 在 我 有 和 就 不 人 都 一 一个 上 也 很 到 说 要 去 你 会 着 没有 看 好 自己 这 那 他 她 它 们 我们 你们 他们 它们 这个 那个 这些 那些 ' +
    '这样 那样 什么 怎么 为 为了 与 及 以及 或 或者 而 而且 但 但是 因为 所以 如果 虽然 然而 因此 于是 并 并且 对 对于 关于 从 由 于 被 把 将 让 使 使得 ' +
    '给 向 以 等 等等 中 里 内 外 下 前 后 之 之间 其 其中 其他 各 每 某 该 此 即 则 又 还 还是 再 更 最 已 已经 正在 可 可以 能 能够 应 应该 需要 必须 ' +
    '通过 根据 按照 进行 具有 包括 成为 作为 称为 所谓 不同 一些 一种 一定 一般 多 少 个 种 次 年 月 日 时 时候 第 第一 第二 两 三 大 小 新 来 出 用 做 ' +
    '地 得 过 吗 呢 吧 啊 嗯 呃 就是 不是 只 只有 只要 同时 目前 现在 今天 主要 非常 比较 这里 那么 如何 以后 之后 以前 之前 表示 认为 指出 介绍',
);

const han = /\p{Script=Han}/u;
/** Scripts other than Chinese without spaces between words. */
export const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
const pieces =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}\d]+(?:['’][a-z]+)?|\p{Script=Han}+|[\p{Script=Hangul}]+|[\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{M}]+/gu;
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

export type Word = {
  /** Normalized form for comparison: lower case, without its ending. */
  term: string;
  /** As written in the text. */
  text: string;
};

/** The words of a text in order, without stop words. */
export function wordsOf(text: string): Word[] {
  const found: Word[] = [];
  for (const [piece] of text.normalize('NFKC').matchAll(pieces)) {
    if (han.test(piece) || piece.search(unspaced) >= 0) pushSegments(found, piece);
    else {
      const small = piece.toLowerCase().replace(/['’][a-z]+$/u, '');
      if (small.length > 1 && !stopWords.has(small) && !/^\d+$/.test(small)) {
        found.push({ term: withoutEnding(small), text: piece });
      }
    }
  }
  return found;
}

/** Whether more than a third of the characters are Chinese or Japanese, which are written without spaces. */
export function isWide(text: string): boolean {
  const sample = text.slice(0, 2000);
  const wide = sample.match(/[\u3040-\u30ff\u3400-\u9fff]/gu)?.length ?? 0;
  return wide * 3 > (sample.match(/\S/gu)?.length ?? 0);
}

/** Perceived length in words: a Chinese character counts 0.6, five Thai letters count 1. */
export function lengthOf(text: string): number {
  const wide = text.match(/[\u3040-\u30ff\u3400-\u9fff]/gu)?.length ?? 0;
  const run = text.match(unspaced)?.length ?? 0;
  const spaced =
    text.replace(unspaced, ' ').match(/(?:(?![\u3040-\u30ff\u3400-\u9fff])[\p{L}\p{M}\d])+/gu)?.length ?? 0;
  return spaced + wide * 0.6 + run * 0.2;
}

function pushSegments(found: Word[], run: string): void {
  for (const { segment } of segmenter.segment(run)) {
    if (!stopWordsChinese.has(segment)) found.push({ term: segment, text: segment });
  }
}

/** Cache of stems, because a few words make up most of a text. */
const known = new Map<string, string>();
const mostKnown = 100_000;

/** A crude stemmer that maps learn, learns, learned and learning to one form. */
function withoutEnding(word: string): string {
  const cached = known.get(word);
  if (cached !== undefined) return cached;
  if (known.size >= mostKnown) known.clear();
  const stem = cut(word);
  known.set(word, stem);
  return stem;
}

function cut(word: string): string {
  if (word.length < 5 || !/^[a-z]+$/.test(word)) return word;
  const shorter = word
    .replace(/(?:ies|ied)$/, 'y')
    .replace(/(sses|shes|ches|xes)$/, (ending) => ending.slice(0, -2))
    .replace(/([^su])s$/, '$1')
    .replace(/(?:ing|ed|ly)$/, '');
  const stem = shorter.length >= 4 ? shorter : word;
  return stem
    .replace(/(?:ational|ation|ations|ement|ment|ness|able|ible|ive)$/, (ending) =>
      stem.length - ending.length >= 4 ? '' : ending,
    )
    .replace(/([b-df-hj-np-tv-z])\1$/, '$1')
    .replace(/e$/, '');
}
