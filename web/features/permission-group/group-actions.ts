import type { PermissionGroupAction, PermissionGroupRow } from '@lectern/contract/features/permission-group.ts';
import type { Action, RowAction } from '../../lib/actions.ts';
import { beginOperation } from '../../lib/begin-operation.ts';
import {
  choosingDefaults,
  copyHref,
  deletingGroups,
  type GroupTarget,
  groupHref,
  newGroupHref,
} from './group-dialog.ts';

export const newGroupAction: Action = {
  id: 'permissionGroup.create',
  group: 'create',
  icon: 'plus',
  keys: 'Shift+n',
  label: (texts) => texts.permissionGroup.actions.create,
  run: ({ navigate }) => navigate(newGroupHref),
};

export const defaultGroupsAction: Action = {
  id: 'permissionGroup.defaults',
  group: 'view',
  icon: 'people',
  label: (texts) => texts.permissionGroup.defaults.open,
  run: () => choosingDefaults.set(true),
};

/** Starts an operation on the selected groups, then clears the selection. */
export async function startOnGroups(
  name: PermissionGroupAction,
  target: GroupTarget,
  input: Record<string, unknown> = {},
): Promise<void> {
  const { selection, count } = target;
  await beginOperation({ list: 'permissionGroup', action: name, selection, count, input });
  target.done();
}

export const groupActions: readonly RowAction<PermissionGroupRow>[] = [
  {
    id: 'permissionGroup.open',
    on: 'one',
    icon: 'edit',
    keys: 'e',
    label: (texts) => texts.permissionGroup.actions.open,
    run: ({ row }, { navigate }) => row && navigate(groupHref(row.id)),
  },
  {
    id: 'permissionGroup.copy',
    on: 'one',
    icon: 'copy',
    label: (texts) => texts.permissionGroup.actions.copy,
    run: ({ row }, { navigate }) => row && navigate(copyHref(row.id)),
  },
  {
    id: 'permissionGroup.delete',
    on: 'both',
    icon: 'trash',
    look: 'danger',
    separated: true,
    handy: true,
    label: (texts) => texts.permissionGroup.actions.delete,
    run: (target) => deletingGroups.set(target),
  },
];

export const deletedGroupActions: readonly RowAction<PermissionGroupRow>[] = [
  {
    id: 'permissionGroup.restore',
    on: 'both',
    icon: 'undo',
    handy: true,
    label: (texts) => texts.permissionGroup.actions.restore,
    run: (target) => startOnGroups('restore', target),
  },
];
