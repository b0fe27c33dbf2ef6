import type { Handover, UserAction, UserRow } from '@lectern/contract/features/user.ts';
import type { RowTarget } from '../../lib/actions.ts';
import { createStore } from '../../lib/store.ts';

export type UserTarget = RowTarget<UserRow>;
export type ConfirmedAction = Extract<UserAction, 'forbid' | 'forceLogout' | 'resetTwoFactor'>;
export type PlacingAction = Extract<UserAction, 'setDepartment' | 'setPosition' | 'setGroup' | 'setRole'>;
export type HandingAction = Extract<UserAction, 'transfer' | 'leave'>;

/** The dialog open over the user list; actions open it from menus, the bulk bar, keys or the palette. */
type UserDialog =
  | { kind: 'create' }
  | { kind: 'import' }
  | { kind: 'edit'; user: UserRow }
  | { kind: 'confirm'; action: ConfirmedAction; target: UserTarget }
  | { kind: 'place'; action: PlacingAction; target: UserTarget }
  | { kind: 'transfer'; action: HandingAction; target: UserTarget }
  | { kind: 'resetPassword'; user: UserRow }
  | { kind: 'permissions'; user: UserRow }
  | { kind: 'viewAs'; user: UserRow }
  | { kind: 'personalData'; user: UserRow }
  | { kind: 'oneTimePassword'; user: Pick<UserRow, 'name' | 'account'>; password: string };

export const userDialog = createStore<UserDialog | null>(null);

export function closeUserDialog(): void {
  userDialog.set(null);
}

/** Shows a one-time password in a dialog; an invitation sent by mail needs only a notification. */
export function reportNewPassword(user: UserRow, handover: Handover, notifyMailed: (email: string) => void): void {
  if (handover.by === 'password') userDialog.set({ kind: 'oneTimePassword', user, password: handover.password });
  else {
    closeUserDialog();
    notifyMailed(handover.email);
  }
}
