import { createStore, type Store } from '../../lib/store.ts';

/** Which ones show what is below them; null: nobody has opened or closed any yet. */
export type OpenNodes = Store<ReadonlySet<string> | null>;

/** Kept beside a page, so that they stay as they were while one looks at other pages. */
export function createOpenNodes(): OpenNodes {
  return createStore<ReadonlySet<string> | null>(null);
}

/** Opens or closes some; `usual` are those that are open until somebody says otherwise. */
export function setOpen(nodes: OpenNodes, usual: Iterable<string>, ids: Iterable<string>, open: boolean): void {
  const next = new Set(nodes.get() ?? usual);
  for (const id of ids) open ? next.add(id) : next.delete(id);
  nodes.set(next);
}
