const item = 'lectern.uploads';
const dismissedItem = 'lectern.uploads.dismissed';
/** The server lists uploads of one day, so older ids aren't needed. */
const mostDismissed = 500;

/** Whether this user's tray may have something to show in this browser; otherwise the server isn't asked. */
export function mayBeLeft(userId: string): boolean {
  return localStorage.getItem(item) === userId;
}

export function markLeft(userId: string, isLeft: boolean): void {
  if (isLeft) localStorage.setItem(item, userId);
  else if (mayBeLeft(userId)) localStorage.removeItem(item);
}

/** Ended uploads that were removed from the list in this browser. */
export function listDismissed(): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(dismissedItem) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set();
  }
}

export function dismiss(ids: readonly string[]): void {
  if (ids.length === 0) return;
  const kept = [...new Set([...listDismissed(), ...ids])].slice(-mostDismissed);
  localStorage.setItem(dismissedItem, JSON.stringify(kept));
}
