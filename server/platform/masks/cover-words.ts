type Place = { text: number; at: number };

/**
 * The texts with ■ in the place of these words, however large their letters are. What stands in one line elsewhere may stand
 * in two here: letters are compared without what is between them, over the ends of texts as well.
 */
export function coverWords(texts: readonly string[], words: readonly string[]): string[] {
  const wanted = new Set(words.map(lettersIn));
  wanted.delete('');
  if (wanted.size === 0) return [...texts];
  const units = texts.map((text) => text.split(''));
  const places: Place[] = [];
  let whole = '';
  for (const [text, letters] of units.entries()) {
    for (const [at, unit] of letters.entries()) {
      if (!isLetter(unit)) continue;
      places.push({ text, at });
      whole += lowered(unit);
    }
  }
  for (const word of wanted) {
    for (let from = whole.indexOf(word); from >= 0; from = whole.indexOf(word, from + 1)) {
      for (const { text, at } of places.slice(from, from + word.length)) {
        const letters = units[text];
        if (letters) letters[at] = '■';
      }
    }
  }
  return units.map((letters) => letters.join(''));
}

function isLetter(unit: string): boolean {
  return /[^\s\p{P}\p{Cf}]/u.test(unit);
}

/** One unit stays one, so that places fit. */
function lowered(unit: string): string {
  const small = unit.toLowerCase();
  return small.length === 1 ? small : unit;
}

function lettersIn(text: string): string {
  return text.split('').filter(isLetter).map(lowered).join('');
}
