import { homePagePath } from '@lectern/contract/features/home-page.ts';
import { useLocation } from '@tanstack/react-router';
import { navigate } from '../../lib/navigation.ts';

export type HomeChoice = { kind: 'entry' | 'slot'; id: string };

/** Which entry or slot is open: the address says. */
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
