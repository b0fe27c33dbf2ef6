import { useBlocker } from '@tanstack/react-router';
import { useTexts } from '../lib/i18n/use-texts.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

/**
 * Asks before unsaved changes are lost: with our dialog inside Lectern, with the browser's when the window is closed.
 * Use `page` where edits survive switching tabs.
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

/** Tabs differ in the query string and count as separate places; the hash doesn't. */
function placeOf({ pathname, search }: { pathname: string; search: unknown }): string {
  return JSON.stringify([pathname, search]);
}
