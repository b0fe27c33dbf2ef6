import { type ReactNode, useId } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { closeUnitDialog } from '../unit-dialog.ts';

type Props = {
  title: string;
  confirmLabel: string;
  look?: 'primary' | 'danger';
  busy?: boolean;
  /** The effect is not known yet, or there is none to agree to. */
  disabled: boolean;
  onConfirm: () => void;
  children: ReactNode;
};

/** A question whose effect is shown before it can be answered. */
export function Question({ title, confirmLabel, look = 'primary', busy, disabled, onConfirm, children }: Props) {
  const { words } = useTexts();
  const id = useId();
  const footer = (
    <>
      <Button onClick={closeUnitDialog}>{words.cancel}</Button>
      <Button look={look} submits form={id} busy={busy} disabled={disabled}>
        {confirmLabel}
      </Button>
    </>
  );
  return (
    <Dialog open className="unit-dialog" title={title} onClose={closeUnitDialog} footer={footer}>
      <form
        id={id}
        noValidate
        className="unit-dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && !disabled) onConfirm();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
