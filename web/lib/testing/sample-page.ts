import type { ListPage } from '@lectern/contract/list/define-list.ts';

/** A page with these rows and nothing before or after it, with the count of each tab. */
export function pageOf<Row>(rows: Row[], tabs: Record<string, number> = {}): ListPage<Row> {
  const counts = Object.entries(tabs).map(([tab, value]) => [tab, { value, exact: true }]);
  return {
    rows,
    count: { value: rows.length, exact: true },
    tabs: Object.fromEntries(counts),
    next: null,
    previous: null,
  };
}
