const kept = 5;
const keyOf = (userId: string) => `lectern.palette.${userId}`;

/** What this person chose lately in this browser, newest first. */
export function readRecent(userId: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, kept) : [];
  } catch {
    return [];
  }
}

export function rememberRecent(userId: string, id: string): void {
  const others = readRecent(userId).filter((known) => known !== id);
  localStorage.setItem(keyOf(userId), JSON.stringify([id, ...others].slice(0, kept)));
}
