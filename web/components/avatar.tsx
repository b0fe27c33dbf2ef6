import './avatar.css';

/**
 * Initials: two letters for Latin names, the last two characters for Chinese ones, which is how Chinese speakers
 * shorten them.
 */
export function initialsOf(name: string): string {
  const trimmed = name.trim();
  const characters = Array.from(trimmed);
  if (/\p{Script=Han}/u.test(characters[0] ?? '')) return characters.slice(-2).join('');
  const words = trimmed.split(/[\s._-]+/).filter(Boolean);
  const first = Array.from(words[0] ?? '');
  const last = words.length > 1 ? Array.from(words.at(-1) ?? '')[0] : first[1];
  return `${first[0] ?? ''}${last ?? ''}`.toUpperCase();
}

/**
 * Decorative: the name is shown beside it or labels the control around it, so the letters are hidden from screen
 * readers.
 */
export function Avatar({ name, size = 28 }: { name: string; size?: number }) {
  const initials = initialsOf(name);
  // Two Chinese characters are about as wide as three Latin letters.
  const share = /\p{Script=Han}/u.test(initials) ? 0.36 : 0.42;
  const style = { width: size, height: size, fontSize: Math.round(size * share) };
  return <span className="avatar" style={style} data-initials={initials} aria-hidden="true" />;
}
