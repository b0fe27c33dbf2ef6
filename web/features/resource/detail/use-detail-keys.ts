import { useEffect } from 'react';
import { type Action, registerActions } from '../../../lib/actions.ts';
import { navigate } from '../../../lib/navigation.ts';
import { useLatest } from '../../../lib/use-latest.ts';

type Deeds = { previous: string | null; next: string | null; edit: () => void; save: () => void; star: () => void };

/** The keys of a resource's page, in the registry that the palette and the list of shortcuts read, too. */
export function useDetailKeys(deeds: Deeds): void {
  const latest = useLatest(deeds);
  useEffect(() => {
    const go = (href: string | null) => href && navigate(href);
    const action = (id: 'previous' | 'next' | 'edit' | 'save' | 'star', keys: string, run: () => void): Action => ({
      id: `resourceDetail.${id}`,
      label: ({ resourceDetail }) => resourceDetail.keys[id],
      group: 'rows',
      keys,
      run,
    });
    return registerActions([
      action('previous', 'k', () => go(latest.current.previous)),
      action('next', 'j', () => go(latest.current.next)),
      action('edit', 'e', () => latest.current.edit()),
      action('save', '$mod+s', () => latest.current.save()),
      action('star', 's', () => latest.current.star()),
    ]);
  }, []);
}
