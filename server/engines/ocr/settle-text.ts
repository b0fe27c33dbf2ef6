import { isDense, isHan, type PlacedCharacter } from './place-characters.ts';

/** The narrow form of each wide sign that English uses; `wide` is the reverse. */
const narrow: Readonly<Record<string, string>> = {
  '，': ',',
  '：': ':',
  '；': ';',
  '？': '?',
  '！': '!',
  '（': '(',
  '）': ')',
  '。': '.',
  '、': ',',
  '．': '.',
  '％': '%',
  '＋': '+',
  '＝': '=',
  '－': '-',
  '／': '/',
  '～': '~',
  '＂': '"',
  '＇': "'",
};
const wide: Readonly<Record<string, string>> = {
  ',': '，',
  ':': '：',
  ';': '；',
  '?': '？',
  '!': '！',
  '(': '（',
  ')': '）',
};

/**
 * Decides between similar characters by context: signs are wide next to Chinese and narrow elsewhere, and a letter
 * between digits becomes the similar digit.
 */
export function settleText(characters: readonly PlacedCharacter[]): PlacedCharacter[] {
  const texts = characters.map(({ text }) => text);
  return characters.map((character, at) => ({ ...character, text: settle(texts, at) }));
}

function settle(texts: readonly string[], at: number): string {
  const text = texts[at] ?? '';
  const [before, after] = [texts[at - 1] ?? '', texts[at + 1] ?? ''];
  if (text in narrow) return besideHan(texts, at) ? text : (narrow[text] ?? text);
  if (text in wide) return isWideHere(text, before, after) ? (wide[text] ?? text) : text;
  const betweenDigits = /\d/.test(before) && /\d/.test(after);
  if (betweenDigits && /[Oo]/.test(text)) return '0';
  if (betweenDigits && /[lI|]/.test(text)) return '1';
  return text;
}

function isWideHere(text: string, before: string, after: string): boolean {
  if (text === '(') return isHan(after) || isDense(before);
  if (text === ')') return isDense(before);
  // Other signs are wide only before Chinese or a break, so a time or ratio after a Chinese character stays narrow.
  return isHan(before) && (after === '' || after === ' ' || isDense(after));
}

/** Decided by the nearest letter on either side, skipping signs and spaces. */
function besideHan(texts: readonly string[], at: number): boolean {
  const nearest = (step: 1 | -1) => {
    for (let next = at + step; next >= 0 && next < texts.length; next += step) {
      const text = texts[next] ?? '';
      if (/[\p{L}\p{N}]/u.test(text)) return text;
    }
    return '';
  };
  return isHan(nearest(-1)) || isHan(nearest(1));
}
