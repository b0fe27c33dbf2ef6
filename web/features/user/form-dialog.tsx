import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { closeUserDialog } from './user-dialog.ts';
import './user-dialogs.css';

type Props = {
  title: string;
  submitLabel: string;
  busy: boolean;
  /** Closing would lose something. */
  unsaved: boolean;
  error: unknown;
  onSubmit: () => void;
  children: ReactNode;
};

/** A form over the list: Enter or Ctrl+S saves, and what was typed is never lost without a question. */
export function FormDialog({ title, submitLabel, busy, unsaved, error, onSubmit, children }: Props) {
  const { words, user } = useTexts();
  const [asking, setAsking] = useState(false);
  const id = useId();
  const close = () => (unsaved ? setAsking(true) : closeUserDialog());
  const footer = (
    <>
      <Button onClick={close}>{words.cancel}</Button>
      <Button look="primary" submits form={id} busy={busy} keys="$mod+s">
        {submitLabel}
      </Button>
    </>
  );
  return (
    <Dialog open className="user-form-dialog" title={title} onClose={close} footer={footer}>
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) onSubmit();
        }}
        onKeyDown={(event) => {
          if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
          event.preventDefault();
          if (!busy) onSubmit();
        }}
      >
        {error != null && <ErrorPanel error={error} title={user.form.notSaved} />}
        {children}
      </form>
      <ConfirmDialog
        open={asking}
        title={user.form.discardTitle}
        confirmLabel={words.discard}
        look="danger"
        onConfirm={closeUserDialog}
        onClose={() => setAsking(false)}
      >
        {user.form.discardText}
      </ConfirmDialog>
    </Dialog>
  );
}
