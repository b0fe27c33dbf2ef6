const item = 'lectern.uploads';

/** Whether this user may have unfinished uploads in this browser; otherwise the server isn't asked. */
export function mayBeLeft(userId: string): boolean {
  return localStorage.getItem(item) === userId;
}

export function markLeft(userId: string, unfinished: boolean): void {
  if (unfinished) localStorage.setItem(item, userId);
  else if (mayBeLeft(userId)) localStorage.removeItem(item);
}
