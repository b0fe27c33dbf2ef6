const item = 'lectern.uploads';

/** Whether this browser left uploads of this person unfinished: only then is it worth asking the server. */
export function mayBeLeft(userId: string): boolean {
  return localStorage.getItem(item) === userId;
}

export function markLeft(userId: string, unfinished: boolean): void {
  if (unfinished) localStorage.setItem(item, userId);
  else if (mayBeLeft(userId)) localStorage.removeItem(item);
}
