import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import type { UnitAction } from '@lectern/contract/features/college.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import type { Action, RowAction } from '../../lib/actions.ts';
import { beginOperation } from '../../lib/begin-operation.ts';
import { fillText, type Texts } from '../../lib/i18n/use-texts.ts';
import type { IconName } from '../../lib/icon-name.ts';
import { navigate } from '../../lib/navigation.ts';
import { type UnitTarget, unitDialog } from './unit-dialog.ts';
import type { UnitRow, UnitSpec, UnitType } from './unit-spec.ts';

export const mayManage = (me: CurrentUser) => hasAbility(me.roleId, 'admin');

/** Starts an action on its targets and then clears the selection. */
export async function startOn(
  type: UnitType,
  action: UnitAction,
  { selection, count, done }: UnitTarget,
  input?: Record<string, unknown>,
): Promise<void> {
  await beginOperation({ list: type, action, selection, count, ...(input && { input }) });
  done();
}

type Name = keyof Texts['organisation']['actions'];
type Extra<Row> = Partial<Pick<RowAction<Row>, 'on' | 'look' | 'keys' | 'separated' | 'handy' | 'mayI' | 'fits'>>;

export function unitAction<Row extends UnitRow>(
  spec: UnitSpec<Row>,
  name: Name,
  icon: IconName,
  run: (target: UnitTarget & { row: Row | undefined }) => void | Promise<void>,
  { fits, ...extra }: Extra<Row> = {},
): RowAction<Row> {
  return {
    on: 'both',
    mayI: mayManage,
    ...extra,
    id: `${spec.type}.${name}`,
    icon,
    label: (texts) => texts.organisation.actions[name],
    fits: (row, me) => spec.mayChange(row, me.roleId) && fits?.(row, me) !== false,
    run: (target) => run(target as UnitTarget & { row: Row | undefined }),
  };
}

/** Deletes an empty unit; otherwise opens the merge dialog to choose where its content goes. */
function askDelete<Row extends UnitRow>(spec: UnitSpec<Row>, target: UnitTarget & { row: Row | undefined }): void {
  const { row, done } = target;
  if (row && !spec.isEmpty(row)) unitDialog.set({ kind: 'merge', type: spec.type, row, done, toDelete: true });
  else unitDialog.set({ kind: 'confirm', type: spec.type, action: 'delete', target });
}

export function commonActions<Row extends UnitRow>(spec: UnitSpec<Row>): readonly RowAction<Row>[] {
  const { type } = spec;
  return [
    unitAction(spec, 'people', 'people', ({ row }) => row && navigate(spec.peopleHref(row)), {
      on: 'one',
      mayI: () => true,
      fits: (row) => row.people > 0,
    }),
    unitAction(spec, 'merge', 'convert', ({ row, done }) => row && unitDialog.set({ kind: 'merge', type, row, done }), {
      on: 'one',
      separated: true,
    }),
    unitAction(spec, 'enable', 'done', (target) => startOn(type, 'enable', target), {
      handy: true,
      fits: (row) => row.disabled,
    }),
    unitAction(
      spec,
      'disable',
      'ban',
      (target) => unitDialog.set({ kind: 'confirm', type, action: 'disable', target }),
      {
        handy: true,
        fits: (row) => !row.disabled,
      },
    ),
    unitAction(spec, 'delete', 'trash', (target) => askDelete(spec, target), { look: 'danger', separated: true }),
  ];
}

export function createAction(type: UnitType): Action {
  return {
    id: `${type}.create`,
    group: 'create',
    icon: 'plus',
    label: (texts) => texts[type].create,
    mayI: mayManage,
    run: () => unitDialog.set({ kind: 'create', type }),
  };
}

export function importAction(type: UnitType): Action {
  return {
    id: `${type}.import`,
    group: 'create',
    icon: 'upload',
    label: ({ organisation }) => organisation.actions.import,
    mayI: mayManage,
    run: () => unitDialog.set({ kind: 'import', type }),
  };
}

export function orderAction(type: 'college' | 'position'): Action {
  return {
    id: `${type}.order`,
    group: 'view',
    icon: 'grip',
    label: ({ organisation }) => organisation.actions.order,
    mayI: mayManage,
    idle: (texts, total) =>
      total < 2 ? fillText(texts.organisation.order.tooFew, { what: texts[type].many }) : undefined,
    run: () => unitDialog.set({ kind: 'order', type }),
  };
}
