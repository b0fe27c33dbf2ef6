import { emptyResponseCache } from './response-cache.ts';

/** Opens a page as a new window would: nothing that was read before is kept, since it was read as somebody else. */
export function openAfresh(path: string): void {
  emptyResponseCache();
  window.location.assign(path);
}
