import type { OperationRow } from '@lectern/contract/features/operation.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useLiveEvents } from '../../lib/live-events.ts';
import { type NotificationDraft, notify } from '../../lib/notifications.ts';
import { countsOf, isOpen, nameOf } from './operation-words.ts';
import { putOperation } from './use-operations.ts';

/** Follows operations live, and tells of each end once, with Undo at hand. */
export function useFinishNotice(undo: (id: string) => void): void {
  const client = useQueryClient();
  const texts = useTexts();
  const { number } = useFormat();
  const told = useRef(new Set<string>());

  useLiveEvents('operation', ({ operation }) => {
    putOperation(client, operation);
    // One whose Undo has begun is told of again, but has not ended again.
    if (isOpen(operation) || operation.undoneBy || told.current.has(operation.id)) return;
    told.current.add(operation.id);
    // Every open window hears of it; the one that is looked at speaks.
    if (document.visibilityState !== 'visible') return;
    const deed = { label: texts.operation.undo, run: () => undo(operation.id) };
    notify({ ...noticeOf(operation), ...(operation.undoUntil && { deed }) });
  });

  function noticeOf(operation: OperationRow): NotificationDraft {
    const name = nameOf(operation, texts);
    const counts = countsOf(operation, texts, number);
    const { finished, stopped, failed } = texts.operation;
    if (operation.state === 'failed') {
      return {
        level: 'error',
        title: fillText(failed, { name }),
        text: [operation.cause, counts].filter(Boolean).join(' '),
      };
    }
    if (operation.state === 'cancelled') return { level: 'info', title: fillText(stopped, { name, counts }) };
    const isClean = operation.failed === 0 && operation.skipped === 0;
    return { level: isClean ? 'success' : 'warning', title: fillText(finished, { name, counts }) };
  }
}
