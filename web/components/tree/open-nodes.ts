import { useMemo } from 'react';
import { createStore, type Store, useStore } from '../../lib/store.ts';

/** null until the user opens or closes a node. */
type OpenNodes = Store<ReadonlySet<string> | null>;

/** Created outside the page component, so the state survives leaving the page. */
export function createOpenNodes(): OpenNodes {
  return createStore<ReadonlySet<string> | null>(null);
}

export type OpenState = { isOpen: (id: string) => boolean; set: (ids: Iterable<string>, open: boolean) => void };

/** `initial` applies until the user opens or closes a node. */
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
