import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { TextareaField } from '../../../components/textarea-field.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';

type Props = {
  title: string;
  busy: boolean;
  onBack: () => void;
  onClose: () => void;
  onRefuse: (reason: string) => void;
};

const reasonLimit = 500;

/** No, and why: the person reads it. */
export function RefuseForm({ title, busy, onBack, onClose, onRefuse }: Props) {
  const { permissionGroup, words } = useTexts();
  const { asked } = permissionGroup;
  const [reason, setReason] = useState('');
  const footer = (
    <>
      <Button onClick={onBack}>{words.cancel}</Button>
      <Button look="danger" busy={busy} disabled={reason.trim() === ''} onClick={() => onRefuse(reason.trim())}>
        {asked.sendRefusal}
      </Button>
    </>
  );
  return (
    <Dialog open title={title} onClose={onClose} footer={footer}>
      <TextareaField label={asked.reason} value={reason} maxLength={reasonLimit} onChange={setReason} autoFocus />
    </Dialog>
  );
}
