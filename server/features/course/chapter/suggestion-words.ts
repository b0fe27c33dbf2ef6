/** So many words are looked up; the rest would only cost. */
const mostWords = 8;
const idle = new Set(
  `a an and are as at be by can for from how in into is it its know of on or our that the their them this to understand
  understanding use we what when which who why will with you your introduction chapter part lesson unit overview summary
  basics about learn learners students able explain describe 以及 我们 什么 如何 可以 进行 了解 掌握 理解 学习 介绍 章节 单元 概述 小结`
    .split(/\s+/)
    .map((word) => word.toLowerCase()),
);

/** What a text is about: its words, those of the first texts first, without those that say nothing. */
export function suggestionWords(texts: readonly string[]): string[] {
  const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });
  const words = texts.flatMap((text) =>
    [...segmenter.segment(text.toLowerCase())]
      .filter(({ isWordLike, segment }) => isWordLike && [...segment].length > 1 && !/^\d+$/.test(segment))
      .map(({ segment }) => segment)
      .filter((word) => !idle.has(word)),
  );
  return [...new Set(words)].slice(0, mostWords);
}
