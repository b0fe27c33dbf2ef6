import type { MailRow } from '@lectern/contract/features/mail.ts';
import type { RowTarget } from '../../lib/actions.ts';
import { createStore } from '../../lib/store.ts';

/** What lies over the list. Actions open it from wherever they are called: menu, bar, keys or palette. */
export type MailDialog = { kind: 'templates' } | { kind: 'delete'; target: RowTarget<MailRow> };

export const mailDialog = createStore<MailDialog | null>(null);

export function closeMailDialog(): void {
  mailDialog.set(null);
}
