import type { SensitiveWordAction, SensitiveWordRow } from '@lectern/contract/features/sensitive-word.ts';
import type { RowTarget } from '../../lib/actions.ts';
import { createStore } from '../../lib/store.ts';

export type WordTarget = RowTarget<SensitiveWordRow>;
export type ChoosingAction = Extract<SensitiveWordAction, 'setCategory' | 'setSeverity' | 'setPack'>;

/** What lies over the list. Actions open it from wherever they are called: menu, bar, keys or palette. */
type WordDialog =
  | { kind: 'create' }
  | { kind: 'import' }
  | { kind: 'choose'; action: ChoosingAction; target: WordTarget };

export const wordDialog = createStore<WordDialog | null>(null);

export function closeWordDialog(): void {
  wordDialog.set(null);
}
