import { useMemo } from 'react';
import { createStore, type Store, useStore } from '../../lib/store.ts';

/** Which nodes are open; null: nobody has opened or closed any yet. */
type OpenNodes = Store<ReadonlySet<string> | null>;

/** Kept beside a page, so that they stay as they were while one looks at other pages. */
export function createOpenNodes(): OpenNodes {
  return createStore<ReadonlySet<string> | null>(null);
}

export type OpenState = { isOpen: (id: string) => boolean; set: (ids: Iterable<string>, open: boolean) => void };

/** `initial` are open until someone opens or closes one. */
export function useOpenNodes(nodes: OpenNodes, initial: readonly string[]): OpenState {
  const stored = useStore(nodes);
  return useMemo(() => {
    const open = stored ?? new Set(initial);
    return {
      isOpen: (id) => open.has(id),
      set: (ids, isOpen) => {
        const next = new Set(nodes.get() ?? initial);
        for (const id of ids) isOpen ? next.add(id) : next.delete(id);
        nodes.set(next);
      },
    };
  }, [nodes, stored, initial]);
}
