/** Characters that are written without spaces between words. */
const dense = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]$/u;
const letter = /^[\p{L}\p{N}]$/u;

export function isDense(character: string): boolean {
  return dense.test(character);
}

export function isWideSign(character: string): boolean {
  return /^[\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff60]$/u.test(character);
}

export function isHan(character: string): boolean {
  return /^\p{Script=Han}$/u.test(character);
}

export function isLetterOrDigit(character: string): boolean {
  return letter.test(character);
}

/** Of all letters and digits, how many are Chinese; undefined where there are none. */
export function hanShare(text: string): number | undefined {
  const letters = [...text].filter(isLetterOrDigit);
  return letters.length === 0 ? undefined : letters.filter(isHan).length / letters.length;
}
