import type { OperationAction } from '../../../platform/operation/operation-action.ts';
import type { WordChangeService } from '../word-change.service.ts';
import { wordAction } from './word-action.ts';

/** Everything one does to words from their list. */
export function wordActions(changes: WordChangeService): OperationAction[] {
  return [
    wordAction(changes, 'enable', () => ({ enabled: true }), 'sensitiveWord.enabled'),
    wordAction(changes, 'disable', () => ({ enabled: false }), 'sensitiveWord.disabled'),
    wordAction(changes, 'setCategory', ({ category }) => ({ category }), 'sensitiveWord.categorySet'),
    wordAction(changes, 'setSeverity', ({ severity }) => ({ severity }), 'sensitiveWord.severitySet'),
    wordAction(changes, 'setPack', ({ packId }) => ({ packId }), 'sensitiveWord.packSet'),
    wordAction(changes, 'delete', () => ({ deleted: true }), 'sensitiveWord.deleted'),
  ];
}
