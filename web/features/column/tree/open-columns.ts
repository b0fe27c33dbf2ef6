import { createStore } from '../../../lib/store.ts';

/** Which columns show what is below them; null: those at the top. Kept while one looks at other pages. */
const openColumns = createStore<ReadonlySet<string> | null>(null);

export { openColumns };

export function setOpen(roots: readonly string[], ids: Iterable<string>, open: boolean): void {
  const next = new Set(openColumns.get() ?? roots);
  for (const id of ids) open ? next.add(id) : next.delete(id);
  openColumns.set(next);
}
