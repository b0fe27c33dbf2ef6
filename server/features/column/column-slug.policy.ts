const longest = 100;

/** Small letters and digits of every script, with dashes between words: 数学 stays 数学. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{Ll}\p{Lo}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return cut(slug, longest) || 'column';
}

/** The slug, or with a number behind it where another one at the same place has it. */
export function freeSlug(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted.toLowerCase())) return wanted;
  for (let number = 2; ; number += 1) {
    const slug = `${cut(wanted, longest - 8)}-${number}`;
    if (!taken.has(slug)) return slug;
  }
}

function cut(text: string, length: number): string {
  return [...text].slice(0, length).join('').replace(/-+$/, '');
}
