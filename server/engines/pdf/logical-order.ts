type Direction = 'ltr' | 'rtl';

type Kind = 'rtl' | 'ltr' | 'digit' | 'mark' | 'neutral';

const rightToLeft = /[\u05be-\u05f4\u0608-\u064a\u066d-\u06d5\u06e5-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefe]/;
const inNumber = /[.,:/٫٬]/;
const mirrored: Record<string, string> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '«': '»',
  '»': '«',
};

export function holdsRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

/** The direction of most words. */
export function directionOf(text: string): Direction {
  const words = text.match(/\p{L}+/gu) ?? [];
  return words.filter(holdsRightToLeft).length * 2 > words.length ? 'rtl' : 'ltr';
}

/**
 * Converts a line from visual to logical order: right-to-left text is reversed, while numbers and foreign words within
 * it keep their order.
 */
export function toLogicalOrder(visual: string, direction: Direction): string {
  if (!holdsRightToLeft(visual)) return visual;
  const clusters = clustersOf(visual);
  const ordered = direction === 'rtl' ? turned(clusters) : turnedWithin(clusters);
  return settleArabic(ordered.join(''));
}

/**
 * Splits text into characters with their combining marks, so marks stay after their letter when the order is reversed.
 */
function clustersOf(text: string): string[] {
  const clusters: string[] = [];
  for (const character of text) {
    const last = clusters.at(-1);
    if (last !== undefined && kindOf(character) === 'mark') clusters[clusters.length - 1] = last + character;
    else clusters.push(character);
  }
  return clusters;
}

/** In a left-to-right line, only right-to-left runs are reversed. */
function turnedWithin(clusters: readonly string[]): string[] {
  const ordered: string[] = [];
  for (let at = 0; at < clusters.length; ) {
    if (kindOf(clusters[at]) !== 'rtl') {
      ordered.push(clusters[at] ?? '');
      at += 1;
      continue;
    }
    let end = at + 1;
    for (let next = end; next < clusters.length && kindOf(clusters[next]) !== 'ltr'; next += 1) {
      if (kindOf(clusters[next]) === 'rtl') end = next + 1;
    }
    ordered.push(...turned(clusters.slice(at, end)));
    at = end;
  }
  return ordered;
}

function turned(clusters: readonly string[]): string[] {
  const ordered: string[] = [];
  for (let end = clusters.length; end > 0; ) {
    const start = runStart(clusters, end);
    ordered.push(...clusters.slice(start, end));
    end = start;
  }
  return asBrackets(ordered);
}

/** Start of the number or foreign words that end here, or of a single character. */
function runStart(clusters: readonly string[], end: number): number {
  const kind = kindOf(clusters[end - 1]);
  if (kind !== 'ltr' && kind !== 'digit') return end - 1;
  const start = foreignStart(clusters, end);
  return clusters.slice(start, end).some((cluster) => kindOf(cluster) === 'ltr') ? start : numberStart(clusters, end);
}

function foreignStart(clusters: readonly string[], end: number): number {
  let start = end - 1;
  for (let at = start; at >= 0 && kindOf(clusters[at]) !== 'rtl'; at -= 1) {
    if (kindOf(clusters[at]) !== 'neutral') start = at;
  }
  return start;
}

function numberStart(clusters: readonly string[], end: number): number {
  let start = end - 1;
  while (start > 0) {
    if (kindOf(clusters[start - 1]) === 'digit') start -= 1;
    else if (inNumber.test(clusters[start - 1] ?? '') && kindOf(clusters[start - 2]) === 'digit') start -= 2;
    else break;
  }
  return start;
}

/** Some programs store a bracket's shape, others its meaning. If the first one closes, the shapes are mirrored. */
function asBrackets(clusters: readonly string[]): string[] {
  const first = clusters.find((cluster) => cluster in mirrored);
  const closes = first !== undefined && /[)\]}»]/.test(first);
  return closes ? clusters.map((cluster) => mirrored[cluster] ?? cluster) : [...clusters];
}

/** Replaces presentation forms by plain letters and corrects reversed lam-alef ligatures. */
function settleArabic(text: string): string {
  return text
    .replace(/[\ufb1d-\ufdff\ufe70-\ufefe]+/g, (forms) => forms.normalize('NFKC'))
    .replace(/ا([أإآ])ل/g, 'ال$1');
}

function kindOf(cluster: string | undefined): Kind {
  if (!cluster) return 'neutral';
  if (/^\p{M}/u.test(cluster)) return 'mark';
  if (/^\p{Nd}/u.test(cluster)) return 'digit';
  if (rightToLeft.test(cluster[0] ?? '')) return 'rtl';
  return /^\p{L}/u.test(cluster) ? 'ltr' : 'neutral';
}
