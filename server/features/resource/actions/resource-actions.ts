import type { OperationAction } from '../../../platform/operation/operation-action.ts';
import { type EditActionParts, editActions } from './edit-actions.ts';
import { type MarkActionParts, markActions } from './mark-actions.ts';
import { moveActions } from './move-actions.ts';
import { type PlaceActionParts, placeActions } from './place-actions.ts';

/** Everything one does to resources, from any of their lists. */
export function resourceActions(parts: PlaceActionParts & MarkActionParts & EditActionParts): OperationAction[] {
  return [...moveActions(parts.moves), ...editActions(parts), ...placeActions(parts), ...markActions(parts)];
}
