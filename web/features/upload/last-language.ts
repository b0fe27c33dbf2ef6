const item = (userId: string) => `lectern.uploadLanguages.${userId}`;

/** What this person chose in a library the last time; empty where they never did in this browser. */
export function lastLanguage(userId: string, libraryId: string): string {
  const chosen = read(userId)[libraryId];
  return typeof chosen === 'string' ? chosen : '';
}

export function rememberLanguage(userId: string, libraryId: string, choice: string): void {
  localStorage.setItem(item(userId), JSON.stringify({ ...read(userId), [libraryId]: choice }));
}

function read(userId: string): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(item(userId)) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
