import type { PaletteEntry } from './palette-entry.ts';

/** Every word that was typed must occur; entries whose name begins with the text come first, then whole words. */
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
  if (name.startsWith(wanted)) return 4;
  if (words.every((word) => ` ${name}`.includes(` ${word}`))) return 3;
  if (words.every((word) => name.includes(word))) return 2;
  const everything = `${name} ${note} ${keywords}`.toLowerCase();
  return words.every((word) => everything.includes(word)) ? 1 : 0;
}
