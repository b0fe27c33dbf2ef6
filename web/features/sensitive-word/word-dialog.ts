import type { SensitiveWordAction, SensitiveWordRow } from '@lectern/contract/features/sensitive-word.ts';
import type { RowTarget } from '../../lib/actions.ts';
import { createStore } from '../../lib/store.ts';

export type WordTarget = RowTarget<SensitiveWordRow>;
export type ChoosingAction = Extract<SensitiveWordAction, 'setCategory' | 'setSeverity' | 'setPack'>;

/** The dialog open over the list; actions open it from menus, the bulk bar, keys or the palette. */
type WordDialog =
  | { kind: 'create' }
  | { kind: 'import' }
  | { kind: 'choose'; action: ChoosingAction; target: WordTarget };

export const wordDialog = createStore<WordDialog | null>(null);

export function closeWordDialog(): void {
  wordDialog.set(null);
}
