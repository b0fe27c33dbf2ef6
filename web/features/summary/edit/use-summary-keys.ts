import { useEffect } from 'react';
import { registerActions } from '../../../lib/actions.ts';
import { useLatest } from '../../../lib/use-latest.ts';
import type { SummaryEdit } from './use-summary-edit.ts';

/** Save, undo and redo by keys, wherever one is on the page. */
export function useSummaryKeys(edit: SummaryEdit): void {
  const latest = useLatest(edit);
  useEffect(
    () =>
      registerActions([
        {
          id: 'summary.save',
          label: ({ summary }) => summary.save,
          group: 'view',
          keys: '$mod+s',
          run: () => latest.current.save(),
        },
        {
          id: 'summary.undo',
          label: ({ summary }) => summary.undo,
          icon: 'undo',
          group: 'view',
          keys: '$mod+z',
          run: () => {
            if (!latest.current.readOnly) latest.current.work.undo();
          },
        },
        {
          id: 'summary.redo',
          label: ({ summary }) => summary.redo,
          group: 'view',
          keys: '$mod+Shift+z',
          run: () => {
            if (!latest.current.readOnly) latest.current.work.redo();
          },
        },
      ]),
    [],
  );
}
