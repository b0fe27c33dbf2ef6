import type { DepartmentRow } from '@lectern/contract/features/department.ts';
import type { OrganisationEffect } from '@lectern/contract/features/organisation-effect.ts';
import type { RowTarget } from '../../lib/actions.ts';
import { createStore } from '../../lib/store.ts';
import type { UnitRow, UnitType, Values } from './unit-spec.ts';

export type UnitTarget = Pick<RowTarget<UnitRow>, 'selection' | 'count' | 'row' | 'done'>;

/** The dialog open over an organisation page; actions open it from menus, keys or the palette. */
export type UnitDialog =
  | { kind: 'create'; type: UnitType; values?: Values; title?: string }
  | { kind: 'import'; type: UnitType }
  | { kind: 'order'; type: 'college' | 'position' }
  | { kind: 'confirm'; type: UnitType; action: 'disable' | 'delete'; target: UnitTarget }
  | { kind: 'merge'; type: UnitType; row: UnitRow; done: () => void; toDelete?: boolean }
  | { kind: 'move'; department: DepartmentRow }
  | {
      kind: 'agree';
      title: string;
      text?: string;
      confirmLabel: string;
      preview: () => Promise<OrganisationEffect>;
      answer: (agreed: boolean) => void;
    };

export const unitDialog = createStore<UnitDialog | null>(null);

export function closeUnitDialog(): void {
  const open = unitDialog.get();
  unitDialog.set(null);
  if (open?.kind === 'agree') open.answer(false);
}

type Question = Omit<Extract<UnitDialog, { kind: 'agree' }>, 'kind' | 'answer'>;

/** Previews what a change does to people and asks for confirmation; resolves to true when the user goes ahead. */
export function agreeTo(question: Question): Promise<boolean> {
  return new Promise((answer) => unitDialog.set({ kind: 'agree', ...question, answer }));
}
