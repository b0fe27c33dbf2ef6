import type { PaletteEntry } from './palette-entry.ts';

/** Every word that was typed must occur; entries whose name begins with the text come first, then beginnings of words. */
export function matchEntries(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [...entries];
  const words = wanted.split(/\s+/);
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry, wanted, words) }))
    .filter(({ rank }) => rank > 0)
    .sort((left, right) => right.rank - left.rank)
    .map(({ entry }) => entry);
}

function rankOf({ label, note, keywords }: PaletteEntry, wanted: string, words: string[]): number {
  const name = label.toLowerCase();
  const everything = `${name} ${note} ${keywords}`.toLowerCase();
  if (name.startsWith(wanted)) return 4;
  if (words.every((word) => beginsWord(name, word))) return 3;
  if (words.every((word) => beginsWord(everything, word))) return 2;
  return words.every((word) => isTelling(word) && name.includes(word)) ? 1 : 0;
}

function beginsWord(text: string, start: string): boolean {
  return text.split(/[\s/.-]+/).some((word) => word.startsWith(start));
}

/** A letter or two occur inside of everything; one Chinese character is a word already. */
function isTelling(word: string): boolean {
  return word.length > 2 || /[^\p{ASCII}]/u.test(word);
}
