import { type ReactNode, useId } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { closeLibraryDialog } from './library-dialog.ts';
import './form-dialog.css';

type Props = {
  title: string;
  submitLabel: string;
  busy: boolean;
  error: unknown;
  onSubmit: () => void;
  children: ReactNode;
};

/** A small form over the page; Enter sends it. */
export function FormDialog({ title, submitLabel, busy, error, onSubmit, children }: Props) {
  const { words } = useTexts();
  const id = useId();
  return (
    <Dialog
      open
      className="library-dialog"
      title={title}
      onClose={closeLibraryDialog}
      footer={
        <>
          <Button onClick={closeLibraryDialog}>{words.cancel}</Button>
          <Button look="primary" submits form={id} busy={busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="library-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) onSubmit();
        }}
      >
        {error != null && <ErrorPanel error={error} />}
        {children}
      </form>
    </Dialog>
  );
}
