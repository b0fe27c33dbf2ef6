import { type ReactNode, useId } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { closeHomeDialog } from '../home-dialog.ts';

type Props = {
  title: string;
  confirmLabel: string;
  wide?: boolean;
  busy: boolean;
  disabled?: boolean;
  error?: unknown;
  onConfirm: () => void;
  children: ReactNode;
};

/** A question with a form in it: Enter answers it. */
export function HomeQuestion({ title, confirmLabel, wide, busy, disabled, error, onConfirm, children }: Props) {
  const { words } = useTexts();
  const id = useId();
  const footer = (
    <>
      <Button onClick={closeHomeDialog}>{words.cancel}</Button>
      <Button look="primary" submits form={id} busy={busy} disabled={disabled}>
        {confirmLabel}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      className={wide ? 'home-dialog home-dialog-wide' : 'home-dialog'}
      title={title}
      onClose={closeHomeDialog}
      footer={footer}
    >
      <form
        id={id}
        noValidate
        className="home-dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && !disabled) onConfirm();
        }}
      >
        {error !== undefined && error !== null && <ErrorPanel error={error} />}
        {children}
      </form>
    </Dialog>
  );
}
