import { type ReactNode, useId } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import './deeds.css';

type Props = {
  title: string;
  text: string;
  submitLabel: string;
  look?: 'primary' | 'danger';
  busy: boolean;
  disabled?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children?: ReactNode;
};

/** A question about summaries, with what one may say to it. Enter carries it out. */
export function FormDialog(props: Props) {
  const { title, text, submitLabel, look = 'primary', busy, disabled, onSubmit, onClose, children } = props;
  const { words } = useTexts();
  const form = useId();
  const footer = (
    <>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button look={look} submits form={form} busy={busy} disabled={disabled}>
        {submitLabel}
      </Button>
    </>
  );
  return (
    <Dialog open className="summary-dialog" title={title} onClose={onClose} footer={footer}>
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) onSubmit();
        }}
      >
        <p>{text}</p>
        {children}
      </form>
    </Dialog>
  );
}
