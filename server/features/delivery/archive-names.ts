const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Names that any system can unpack, and no two the same even where large and small letters are. */
export class ArchiveNames {
  readonly #taken = new Set<string>();

  take(name: string): string {
    const safe = safeName(name);
    const at = safe.lastIndexOf('.');
    const [stem, ending] = at > 0 ? [safe.slice(0, at), safe.slice(at)] : [safe, ''];
    let free = safe;
    for (let number = 2; this.#taken.has(free.toLowerCase()); number += 1) free = `${stem} (${number})${ending}`;
    this.#taken.add(free.toLowerCase());
    return free;
  }
}

function safeName(name: string): string {
  const clean = name
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069/\\:*?"<>|]/gu, '_')
    .replace(/[. ]+$/, '')
    .slice(0, 200);
  if (clean === '' || /^\.+$/.test(clean)) return 'file';
  return reserved.test(clean) ? `_${clean}` : clean;
}
