const small = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen'
).split(' ');
const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const irregular: Record<string, string> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

function numberWords(value: number): string {
  const rest = (left: number) => (left === 0 ? '' : ` ${numberWords(left)}`);
  if (value < 20) return small[value] ?? '';
  if (value < 100) return `${tens[Math.floor(value / 10)]}${rest(value % 10)}`;
  if (value < 1000) return `${small[Math.floor(value / 100)]} hundred${rest(value % 100)}`;
  return `${numberWords(Math.floor(value / 1000))} thousand${rest(value % 1000)}`;
}

/** 1455 is spoken as a year. */
function spoken(value: number): string {
  if (value < 1100 || value >= 2000) return numberWords(value);
  const century = numberWords(Math.floor(value / 100));
  return value % 100 === 0 ? `${century} hundred` : `${century} ${numberWords(value % 100)}`;
}

function ordinal(value: number): string {
  const words = numberWords(value).split(' ');
  const last = words.pop() ?? '';
  return [...words, irregular[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`)].join(' ');
}

/** Normalises English to its spoken form: lowercase, no punctuation, numbers as words. Contractions stay. */
export function spokenWords(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll('æ', 'ae')
    .replace(/\bmr\b\.?/g, 'mister')
    .replace(/(\d+)(st|nd|rd|th)\b/g, (_, digits: string) => ordinal(Number(digits)))
    .replace(/(\d),(\d{3})/g, '$1$2')
    .replace(/\d+/g, (digits) => ` ${spoken(Number(digits))} `)
    .replace(/[^a-z' ]+/g, ' ')
    .replace(/(^|\s)'+|'+(\s|$)/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');
}

export type WordScore = { errors: number; length: number };

/** Inserted, missing and wrong words, and the expected number of words. */
export function scoreWords(wanted: string, given: string): WordScore {
  const [truth, heard] = [spokenWords(wanted), spokenWords(given)];
  let row = Array.from({ length: heard.length + 1 }, (_, at) => at);
  for (const [at, word] of truth.entries()) {
    const next = [at + 1];
    for (const [column, other] of heard.entries()) {
      const changed = (row[column] ?? 0) + (word === other ? 0 : 1);
      next.push(Math.min((row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1, changed));
    }
    row = next;
  }
  return { errors: row.at(-1) ?? 0, length: truth.length };
}

export function wordErrorRate(scores: readonly WordScore[]): number {
  const errors = scores.reduce((sum, score) => sum + score.errors, 0);
  const length = scores.reduce((sum, score) => sum + score.length, 0);
  return length === 0 ? 0 : (errors / length) * 100;
}
