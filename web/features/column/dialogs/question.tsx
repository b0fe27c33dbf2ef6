import { type ReactNode, useId } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { closeColumnDialog } from '../column-dialog.ts';
import './column-dialogs.css';

type Props = {
  title: string;
  confirmLabel: string;
  look?: 'primary' | 'danger';
  busy: boolean;
  disabled?: boolean;
  error?: unknown;
  onConfirm: () => void;
  children: ReactNode;
};

/** A question with a form in it: Enter answers it. */
export function Question({ title, confirmLabel, look = 'primary', busy, disabled, error, onConfirm, children }: Props) {
  const { words, column } = useTexts();
  const id = useId();
  const footer = (
    <>
      <Button data-first-focus onClick={closeColumnDialog}>
        {words.cancel}
      </Button>
      <Button look={look} submits form={id} busy={busy} disabled={disabled}>
        {confirmLabel}
      </Button>
    </>
  );
  return (
    <Dialog open className="column-dialog" title={title} onClose={closeColumnDialog} footer={footer}>
      <form
        id={id}
        noValidate
        className="column-dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && !disabled) onConfirm();
        }}
      >
        {error !== undefined && error !== null && <ErrorPanel error={error} title={column.dialog.refused} />}
        {children}
      </form>
    </Dialog>
  );
}
