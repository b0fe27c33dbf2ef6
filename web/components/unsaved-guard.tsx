import { useBlocker } from '@tanstack/react-router';
import { useTexts } from '../lib/i18n/use-texts.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

/**
 * Asks before a page with unsaved changes is left: within Lectern in our words, by closing the window in the browser's.
 * Where edits live through a change of tabs, only leaving the `page` counts.
 */
export function UnsavedGuard({ unsaved, within = 'tab' }: { unsaved: boolean; within?: 'tab' | 'page' }) {
  const { words } = useTexts();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      unsaved && (within === 'page' ? current.pathname !== next.pathname : placeOf(current) !== placeOf(next)),
    enableBeforeUnload: () => unsaved,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      title={words.unsavedTitle}
      confirmLabel={words.unsavedLeave}
      cancelLabel={words.unsavedStay}
      look="danger"
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    >
      {words.unsavedText}
    </ConfirmDialog>
  );
}

/** A tab is a place of its own; a mark within the page is not. */
function placeOf({ pathname, search }: { pathname: string; search: unknown }): string {
  return JSON.stringify([pathname, search]);
}
