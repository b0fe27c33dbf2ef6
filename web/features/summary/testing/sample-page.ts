import type { SummaryRow } from '@lectern/contract/features/summary.ts';
import type { ListPage } from '@lectern/contract/list/define-list.ts';
import { idOf } from '../../../components/summary/testing/sample-summary.ts';
import { sampleUser } from '../../../lib/testing/sample-session.ts';

export const me = sampleUser({ id: idOf(900), roleId: 3, permissions: ['/app/handle/ai'] });

export function pageOf(rows: SummaryRow[], tabs: Record<string, number> = {}): ListPage<SummaryRow> {
  const counts = Object.entries(tabs).map(([tab, value]) => [tab, { value, exact: true }]);
  return {
    rows,
    count: { value: rows.length, exact: true },
    tabs: Object.fromEntries(counts),
    next: null,
    previous: null,
  };
}
