import { type ReactNode, useId } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { closeTaskDialog } from '../task-dialog.ts';
import './task-dialogs.css';

type Props = {
  title: string;
  submitLabel: string;
  busy: boolean;
  look?: 'primary' | 'danger';
  onSubmit: () => void;
  onClose?: () => void;
  /** Further buttons, before the others. */
  extra?: ReactNode;
  children: ReactNode;
};

/** A small form over the to-dos: Enter carries it out. */
export function TaskQuestion(props: Props) {
  const { title, submitLabel, busy, look = 'primary', onSubmit, onClose = closeTaskDialog, extra, children } = props;
  const { words } = useTexts();
  const form = useId();
  const footer = (
    <>
      {extra}
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button look={look} submits form={form} busy={busy}>
        {submitLabel}
      </Button>
    </>
  );
  return (
    <Dialog open className="task-question" title={title} onClose={onClose} footer={footer}>
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
