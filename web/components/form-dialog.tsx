import { type ReactNode, useId, useState } from 'react';
import { useTexts } from '../lib/i18n/use-texts.ts';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorPanel } from './error-panel.tsx';
import './form-dialog.css';

type FormDialogProps = {
  title: string;
  confirmLabel: string;
  look?: 'primary' | 'danger';
  wide?: boolean;
  busy?: boolean;
  disabled?: boolean;
  /** When set, closing first asks for confirmation, because changes would be lost. */
  unsaved?: { title: string; text: string } | false;
  /** An error that belongs to no field. */
  error?: unknown;
  errorTitle?: string;
  /** Further buttons, before the others. */
  extra?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog with a form: Enter submits; in multi-line fields, Ctrl+Enter or Ctrl+S. */
export function FormDialog(props: FormDialogProps) {
  const { title, confirmLabel, look = 'primary', wide, busy = false, disabled = false } = props;
  const { unsaved, error, errorTitle, extra, onConfirm, onClose, children } = props;
  const { words, detail } = useTexts();
  const [asking, setAsking] = useState(false);
  const id = useId();
  const close = () => (unsaved ? setAsking(true) : onClose());
  const confirm = () => {
    if (!busy && !disabled) onConfirm();
  };
  const footer = (
    <>
      {extra}
      <Button data-first-focus onClick={close}>
        {words.cancel}
      </Button>
      <Button look={look} submits form={id} busy={busy} disabled={disabled}>
        {confirmLabel}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      className={wide ? 'form-dialog form-dialog-wide' : 'form-dialog'}
      title={title}
      onClose={close}
      footer={footer}
    >
      <form
        id={id}
        noValidate
        className="form-dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          confirm();
        }}
        onKeyDown={(event) => {
          const saves = event.key.toLowerCase() === 's' || event.key === 'Enter';
          if (!(event.ctrlKey || event.metaKey) || !saves) return;
          event.preventDefault();
          confirm();
        }}
      >
        {error !== undefined && error !== null && <ErrorPanel error={error} title={errorTitle ?? detail.notSaved} />}
        {children}
      </form>
      {unsaved && (
        <ConfirmDialog
          open={asking}
          title={unsaved.title}
          confirmLabel={words.discard}
          look="danger"
          onConfirm={onClose}
          onClose={() => setAsking(false)}
        >
          {unsaved.text}
        </ConfirmDialog>
      )}
    </Dialog>
  );
}
