import type { SummaryRow } from '@lectern/contract/features/summary.ts';
import type { SummaryAction } from '@lectern/contract/features/summary-change.ts';
import type { RowTarget } from '../../../lib/actions.ts';
import { beginOperation } from '../../../lib/begin-operation.ts';
import { createStore } from '../../../lib/store.ts';

export type SummaryTarget = RowTarget<SummaryRow>;

/** The dialog open over the list. */
export type SummaryDialog =
  | { kind: 'approve' | 'publish' | 'reject' | 'regenerate'; target: SummaryTarget }
  | { kind: 'outOfDate'; move: 'approve' | 'publish'; row: SummaryRow; target: SummaryTarget }
  | { kind: 'runMissing' | 'runAll' };

export const summaryDialog = createStore<SummaryDialog | null>(null);

export function closeSummaryDialog(): void {
  summaryDialog.set(null);
}

/** Starts an operation on the selected summaries, then clears the selection. */
export async function startOn(
  action: SummaryAction,
  { selection, count, done }: Pick<SummaryTarget, 'selection' | 'count' | 'done'>,
  input?: Record<string, unknown>,
): Promise<void> {
  await beginOperation({ list: 'summary', action, selection, count, ...(input && { input }) });
  done();
}
