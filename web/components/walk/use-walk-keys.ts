import { useEffect } from 'react';
import { registerActions } from '../../lib/actions.ts';
import { navigate } from '../../lib/navigation.ts';
import { useLatest } from '../../lib/use-latest.ts';
import type { Walk } from './walk.ts';

/** J and K go through the list, as on every page that was opened from one. */
export function useWalkKeys(walk: Walk): void {
  const latest = useLatest(walk);
  useEffect(() => {
    const go = (href: string | null) => href && navigate(href);
    return registerActions([
      {
        id: 'textWork.previous',
        label: ({ detail }) => detail.walk.previous,
        group: 'rows',
        keys: 'k',
        run: () => void go(latest.current.previous),
      },
      {
        id: 'textWork.next',
        label: ({ detail }) => detail.walk.next,
        group: 'rows',
        keys: 'j',
        run: () => void go(latest.current.next),
      },
    ]);
  }, []);
}
