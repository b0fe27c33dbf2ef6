import { useEffect } from 'react';
import { type Action, registerActions } from '../../../lib/actions.ts';
import { useLatest } from '../../../lib/use-latest.ts';

const keys = {
  clear: 'a',
  block: 'b',
  next: 'n',
  undo: 'u',
  nextHit: 'j',
  previousHit: 'k',
  clearAll: 'Shift+a',
  blockAll: 'Shift+b',
  claim: 'c',
} as const;
type Deeds = Record<keyof typeof keys, () => void>;

/** The keys of a review's page, in the registry that the palette and the list of shortcuts read, too. */
export function useReviewKeys(deeds: Deeds): void {
  const latest = useLatest(deeds);
  useEffect(
    () =>
      registerActions(
        (Object.keys(keys) as (keyof Deeds)[]).map(
          (id): Action => ({
            id: `review.${id}`,
            label: ({ review }) => review.keys[id],
            group: 'rows',
            keys: keys[id],
            run: () => latest.current[id](),
          }),
        ),
      ),
    [],
  );
}
