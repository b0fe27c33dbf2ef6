import type { ReactNode } from 'react';
import { useTexts } from '../lib/i18n/use-texts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type Props = {
  open: boolean;
  title: string;
  /** What will happen, in plain words. */
  children: ReactNode;
  /** Names the action; never just "OK". */
  confirmLabel: string;
  cancelLabel?: string;
  look?: 'primary' | 'danger';
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

export function ConfirmDialog(props: Props) {
  const { open, title, children, confirmLabel, cancelLabel, look = 'primary', busy, onConfirm, onClose } = props;
  const texts = useTexts();
  const footer = (
    <>
      <Button data-first-focus onClick={onClose}>
        {cancelLabel ?? texts.words.cancel}
      </Button>
      <Button look={look} busy={busy} onClick={onConfirm}>
        {confirmLabel}
      </Button>
    </>
  );
  return (
    <Dialog open={open} title={title} onClose={onClose} footer={footer}>
      <p>{children}</p>
    </Dialog>
  );
}
