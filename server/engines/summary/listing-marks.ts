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
