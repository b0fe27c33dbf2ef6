type SafePath = { folder: string; name: string };

const longestName = 200;
const deepest = 30;

/** Where an entry belongs below the place it is unpacked to; undefined where its name leads anywhere else. */
export function safePath(entryName: string): SafePath | undefined {
  const unified = entryName.replaceAll('\\', '/').replace(/\/$/, '').normalize('NFC');
  if (unified.startsWith('/') || /^[a-z]:/i.test(unified)) return undefined;
  const names = unified.split('/').filter((name, index) => !(index === 0 && name === '.'));
  if (names.length === 0 || names.length > deepest || !names.every(isSafeName)) return undefined;
  return { folder: names.slice(0, -1).join('/'), name: names.at(-1) ?? '' };
}

/** Neither a way up, nor letters that turn the text around or can't be seen. */
function isSafeName(name: string): boolean {
  if (name.trim() === '' || name === '.' || name === '..' || name.length > longestName) return false;
  return !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(name);
}

/** What systems put into archives for themselves. */
export function isJunk(entryName: string): boolean {
  return /(^|[/\\])(__MACOSX[/\\]|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(entryName);
}
