import { type ReactNode, useId } from 'react';
import { useTexts } from '../lib/i18n/use-texts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorPanel } from './error-panel.tsx';
import './form-dialog.css';

type Props = {
  title: string;
  confirmLabel: string;
  look?: 'primary' | 'danger';
  wide?: boolean;
  busy?: boolean;
  disabled?: boolean;
  /** What no field explains. */
  error?: unknown;
  errorTitle?: string;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A question with a form in it: Enter or Ctrl+S answers it. */
export function FormDialog(props: Props) {
  const { title, confirmLabel, look = 'primary', wide, busy = false, disabled = false, onConfirm, onClose } = props;
  const { words, detail } = useTexts();
  const id = useId();
  const confirm = () => {
    if (!busy && !disabled) onConfirm();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{words.cancel}</Button>
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
      onClose={onClose}
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
          if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
          event.preventDefault();
          confirm();
        }}
      >
        {props.error !== undefined && props.error !== null && (
          <ErrorPanel error={props.error} title={props.errorTitle ?? detail.notSaved} />
        )}
        {props.children}
      </form>
    </Dialog>
  );
}
