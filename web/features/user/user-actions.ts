import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import type { UserAction, UserRow } from '@lectern/contract/features/user.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import type { Action, RowAction } from '../../lib/actions.ts';
import { beginOperation } from '../../lib/begin-operation.ts';
import type { IconName } from '../../lib/icon-name.ts';
import {
  type ConfirmedAction,
  type HandingAction,
  type PlacingAction,
  type UserTarget,
  userDialog,
} from './user-dialog.ts';

const mayManage = (me: CurrentUser) => hasAbility(me.roleId, 'editor');
/** Nobody can act on users with a higher role; a lower `roleId` is a higher role. */
const reaches = (user: UserRow, me: CurrentUser) => user.roleId >= me.roleId;
const isOther = (user: UserRow, me: CurrentUser) => user.id !== me.id;

export const newUserAction: Action = {
  id: 'user.create',
  group: 'create',
  icon: 'plus',
  label: (texts) => texts.user.actions.create,
  mayI: mayManage,
  run: () => userDialog.set({ kind: 'create' }),
};

export const importUsersAction: Action = {
  id: 'user.import',
  group: 'create',
  icon: 'upload',
  label: (texts) => texts.userDetail.importTitle,
  mayI: mayManage,
  run: () => userDialog.set({ kind: 'import' }),
};

type Extra = Partial<Pick<RowAction<UserRow>, 'on' | 'look' | 'keys' | 'separated' | 'handy'>> & {
  fits?: (user: UserRow, me: CurrentUser) => boolean;
};

function action(
  name: keyof typeof import('@lectern/contract/messages/en/app/user.ts').user.actions,
  icon: IconName,
  run: (target: UserTarget) => void | Promise<void>,
  { fits, ...extra }: Extra = {},
): RowAction<UserRow> {
  return {
    on: 'both',
    ...extra,
    id: `user.${name}`,
    icon,
    label: (texts) => texts.user.actions[name],
    mayI: mayManage,
    fits: (user, me) => reaches(user, me) && !user.erased && fits?.(user, me) !== false,
    run,
  };
}

const confirm = (name: ConfirmedAction) => (target: UserTarget) =>
  userDialog.set({ kind: 'confirm', action: name, target });
const place = (name: PlacingAction) => (target: UserTarget) => userDialog.set({ kind: 'place', action: name, target });
const openTransfer = (name: HandingAction) => (target: UserTarget) =>
  userDialog.set({ kind: 'transfer', action: name, target });
const atOnce = (name: UserAction) => (target: UserTarget) => startOn(name, target);
const withUser = (open: (user: UserRow) => void) => (target: UserTarget) => {
  if (target.row) open(target.row);
};

/** Starts an operation on the selected users, then clears the selection. */
export async function startOn(name: UserAction, target: UserTarget, input?: Record<string, unknown>): Promise<void> {
  const { selection, count } = target;
  await beginOperation({ list: 'user', action: name, selection, count, ...(input && { input }) });
  target.done();
}

export const userActions: readonly RowAction<UserRow>[] = [
  action(
    'edit',
    'edit',
    withUser((user) => userDialog.set({ kind: 'edit', user })),
    { on: 'one', keys: 'e' },
  ),
  action(
    'resetPassword',
    'key',
    withUser((user) => userDialog.set({ kind: 'resetPassword', user })),
    { on: 'one' },
  ),
  {
    ...action(
      'permissions',
      'shield',
      withUser((user) => userDialog.set({ kind: 'permissions', user })),
      { on: 'one' },
    ),
    // Viewing permissions is allowed for users of any role.
    mayI: () => true,
    fits: () => true,
  },
  {
    ...action(
      'viewAs',
      'eye',
      withUser((user) => userDialog.set({ kind: 'viewAs', user })),
      { on: 'one', fits: (user, me) => user.roleId > 1 && isOther(user, me) },
    ),
    mayI: (me) => me.roleId === 1,
  },
  action('setDepartment', 'department', place('setDepartment'), { separated: true, handy: true }),
  action('setPosition', 'position', place('setPosition')),
  action('setGroup', 'key', place('setGroup')),
  action('setRole', 'person', place('setRole'), { handy: true, fits: isOther }),
  action('allow', 'done', atOnce('allow'), { separated: true, handy: true, fits: (user) => user.access === 1 }),
  action('unlock', 'lock', atOnce('unlock'), { fits: (user) => user.lockedUntil !== null }),
  action('forceLogout', 'logOut', confirm('forceLogout'), { fits: (user) => user.sessions > 0 }),
  action('resetTwoFactor', 'phone', confirm('resetTwoFactor'), { fits: (user) => user.twoFactor }),
  action('transfer', 'convert', openTransfer('transfer')),
  action('forbid', 'ban', confirm('forbid'), {
    separated: true,
    handy: true,
    look: 'danger',
    fits: (user, me) => user.access === 0 && isOther(user, me),
  }),
  action('leave', 'logOut', openTransfer('leave'), { look: 'danger', fits: isOther }),
  {
    ...action(
      'personalData',
      'document',
      withUser((user) => userDialog.set({ kind: 'personalData', user })),
      { on: 'one', separated: true },
    ),
    mayI: (me) => me.roleId === 1,
    // Also offered for erased users, whose remaining data can be shown.
    fits: () => true,
  },
];
