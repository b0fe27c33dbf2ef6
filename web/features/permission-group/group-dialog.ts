import type { PermissionGroupRow } from '@lectern/contract/features/permission-group.ts';
import type { RowTarget } from '../../lib/actions.ts';
import { createStore } from '../../lib/store.ts';

export type GroupTarget = RowTarget<PermissionGroupRow>;

/** Groups to delete, while the delete dialog is open. */
export const deletingGroups = createStore<GroupTarget | null>(null);

/** Whether the dialog for the default groups is open. */
export const choosingDefaults = createStore(false);

export function closeGroupDialog(): void {
  deletingGroups.set(null);
  choosingDefaults.set(false);
}

const page = '/app/system/accessGroup';

export const groupsHref = page;
export const groupHref = (id: string) => `${page}?id=${id}`;
export const newGroupHref = page.concat('?id=new');
export const copyHref = (id: string) => `${newGroupHref}&copy=${id}`;
