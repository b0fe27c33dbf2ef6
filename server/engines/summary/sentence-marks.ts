/** What references to literature have and sentences seldom have two kinds of. */
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

export function countReferenceMarks(text: string): number {
  // A reference has a year or a page; most sentences have no digit and need no closer look.
  if (!/\d/.test(text)) return 0;
  return referenceMarks.filter((mark) => mark.test(text)).length;
}

/** What program listings have. */
export const codeMarks = /\);|[{};]\s*$|\w_\w|=>|==|!=|&&|\|\||::|\+\+|[a-z]\.\w+\(|<\/?\w|\w\(\)/gu;

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** English words that a clause is built on: who does something, what joins clauses, and the verbs that are in most of them. */
export const subjectsAndVerbs = words(
  'i you he she it we they there who which that this these those what how why when where because if although while until ' +
    'since whether unless so is are was were be been being am has have had do does did can cannot could will would may might ' +
    'must shall should let lets says said say makes made make shows showed show found find gets got get goes went go comes ' +
    'came come takes took take gives gave give becomes became become means meant needs needed keeps kept uses leads led ' +
    'grew fell rose began begins knows knew thinks thought sees saw wants wanted asked told called lives lived works worked',
);

/** Chinese words without which hardly a sentence is made, as a segmenter cuts them; none that names of things are made of. */
export const particlesChinese = words(
  '的 了 是 在 和 有 不 这 那 与 为 以 也 就 对 将 被 把 从 到 会 能 要 可 而 但 因 所 如 使 让 着 过 我 你 他 她 它 我们 你们 他们 她们 它们 ' +
    '大家 自己 这个 那个 这些 那些 这样 那样 这种 这里 什么 怎么 怎样 为什么 哪些 谁 之 其 并 或 及 都 还 没 没有 很 吗 呢 吧 啊 嗯 则 于 由 已 又 更 最 再 才 ' +
    '只 若 须 应 请 说 得 给 向 跟 比 按 地 当 时 后 因为 所以 如果 虽然 但是 然而 因此 于是 而且 并且 或者 还是 以及 为了 对于 关于 由于 通过 根据 按照 可以 能够 ' +
    '应该 应当 必须 需要 已经 正在 就是 不是 可能 一定 非常 比较 主要 其实 只是 只有 只要 不会 不能 不要 认为 表示 表明 发现 说明 指出 成为 变成 变化 提出 进行 使用 ' +
    '开始 具有 包括 属于 来自 使得 从而 即 便 却 既 无 未 不同 一样 一个 一种 有些 每 许多 很多 起来 出来 上来 下来 以后 之后 之前 同时 然后 接着 首先 最后 ' +
    '还有 得到 所谓 那么 那 呀 嘛 经过 随着 作为 是否 如何 多么 想 看 做 去 来 讲 叫 用',
);
