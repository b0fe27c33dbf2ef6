/** Scripts written without spaces between words. */
const dense = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff01-\\uff60';
const isDense = new RegExp(`^[${dense}]$`, 'u');
const token = new RegExp(`[${dense}]\\p{P}*|[^\\s${dense}]+`, 'gu');

export function isDenseCharacter(character: string): boolean {
  return isDense.test(character);
}

/** Splits text into words; in scripts without spaces, each character with its trailing punctuation is a token. */
export function tokensOf(text: string): string[] {
  return text.match(token) ?? [];
}

function before(text: string, at: number): string {
  return [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? '';
}

function after(text: string, at: number): string {
  return [...text.slice(at, at + 2)][0] ?? '';
}

/** Whether a word may start or end at this offset. */
export function isWordBreak(text: string, at: number): boolean {
  const [left, right] = [before(text, at), after(text, at)];
  if (left === '' || right === '' || /\s/.test(left) || /\s/.test(right)) return true;
  return isDense.test(left) || isDense.test(right);
}

/** The separator needed when two texts are joined. */
export function jointOf(left: string, right: string): '' | ' ' {
  if (left === '' || right === '') return '';
  return isDense.test(before(left, left.length)) && isDense.test(after(right, 0)) ? '' : ' ';
}

/** Clamps an offset to the text and moves it out of the middle of a surrogate pair. */
export function wholeCharacter(text: string, at: number): number {
  const bounded = Math.min(Math.max(Math.trunc(at), 0), text.length);
  const code = text.charCodeAt(bounded - 1);
  const isInside = bounded > 0 && bounded < text.length && code >= 0xd800 && code <= 0xdbff;
  return isInside ? bounded - 1 : bounded;
}
