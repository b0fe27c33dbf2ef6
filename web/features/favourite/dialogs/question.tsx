import { type ReactNode, useId } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { closeFavouriteDialog } from '../favourite-dialog.ts';

type Props = {
  title: string;
  confirmLabel: string;
  busy: boolean;
  error?: unknown;
  onConfirm: () => void;
  children: ReactNode;
};

/** A question with a form in it: Enter answers it. */
export function Question({ title, confirmLabel, busy, error, onConfirm, children }: Props) {
  const { words } = useTexts();
  const id = useId();
  const footer = (
    <>
      <Button data-first-focus onClick={closeFavouriteDialog}>
        {words.cancel}
      </Button>
      <Button look="primary" submits form={id} busy={busy}>
        {confirmLabel}
      </Button>
    </>
  );
  return (
    <Dialog open title={title} onClose={closeFavouriteDialog} footer={footer}>
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) onConfirm();
        }}
      >
        {error !== undefined && error !== null && <ErrorPanel error={error} />}
        {children}
      </form>
    </Dialog>
  );
}
