import { type ReactNode, useId } from 'react';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { Button } from '../../button.tsx';
import { Dialog } from '../../dialog.tsx';
import { closeResourceDialog } from './resource-dialog.ts';

type Props = {
  title: string;
  submitLabel: string;
  busy: boolean;
  disabled?: boolean;
  look?: 'primary' | 'danger';
  onSubmit: () => void;
  /** Further buttons, before the others. */
  extra?: ReactNode;
  children: ReactNode;
};

/** A small form over the list: Enter carries it out. */
export function QuestionDialog(props: Props) {
  const { title, submitLabel, busy, disabled, look = 'primary', onSubmit, extra, children } = props;
  const { words } = useTexts();
  const form = useId();
  const footer = (
    <>
      {extra}
      <Button onClick={closeResourceDialog}>{words.cancel}</Button>
      <Button look={look} submits form={form} busy={busy} disabled={disabled}>
        {submitLabel}
      </Button>
    </>
  );
  return (
    <Dialog open className="resource-question" title={title} onClose={closeResourceDialog} footer={footer}>
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
