import type { OperationAction } from '../../../platform/operation/operation-action.ts';
import { type AccountActionParts, accountActions } from './account-actions.ts';
import { changeActions } from './change-actions.ts';
import { type OwnershipActionParts, ownershipActions } from './ownership-actions.ts';

/** Everything one does to people from the list of users. */
export function userActions(parts: AccountActionParts & OwnershipActionParts): OperationAction[] {
  return [...changeActions(parts.changes), ...accountActions(parts), ...ownershipActions(parts)];
}
