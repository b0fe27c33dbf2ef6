import type { HomeEntry, HomeSlot } from '@lectern/contract/features/home-page.ts';
import { createStore } from '../../lib/store.ts';

/** What lies over the page. */
type HomeDialog =
  | { kind: 'addSlot' }
  | { kind: 'add'; slot: HomeSlot }
  | { kind: 'replace'; slot: HomeSlot; entry: HomeEntry }
  | { kind: 'cover'; entry: HomeEntry }
  | { kind: 'copy'; entry: HomeEntry }
  | { kind: 'publish' }
  | { kind: 'discard' }
  | { kind: 'history' }
  | { kind: 'preview'; of: string };

export const homeDialog = createStore<HomeDialog | null>(null);

export function askHome(dialog: HomeDialog): void {
  homeDialog.set(dialog);
}

export function closeHomeDialog(): void {
  homeDialog.set(null);
}
