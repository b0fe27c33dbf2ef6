import { type HomeEntry, type HomeSlot, homePagePath } from '@lectern/contract/features/home-page.ts';
import { useLocation } from '@tanstack/react-router';
import { navigate } from '../../lib/navigation.ts';
import { createStore } from '../../lib/store.ts';

/** The open dialog of the page. */
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

export type HomeChoice = { kind: 'entry' | 'slot'; id: string };

/** The open entry or slot, kept in the query string. */
export function useHomeAddress(): { chosen: HomeChoice | null; choose(next: HomeChoice | null): void } {
  const { searchStr } = useLocation();
  const params = new URLSearchParams(searchStr);
  const [entry, slot] = [params.get('entry'), params.get('slot')];
  const chosen = entry ? ({ kind: 'entry', id: entry } as const) : slot ? ({ kind: 'slot', id: slot } as const) : null;
  return {
    chosen,
    choose: (next) => navigate(next ? `${homePagePath}?${next.kind}=${next.id}` : homePagePath),
  };
}
