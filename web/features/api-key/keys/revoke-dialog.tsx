import { type ApiKey, listApiKeys, revokeApiKey } from '@lectern/contract/features/api-key.ts';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';

/** The end of a key cannot be taken back, so it says what ends with it. */
export function RevokeDialog({ known, onClose }: { known: ApiKey; onClose: () => void }) {
  const { apiKey, words } = useTexts();
  const texts = apiKey.revoke;
  const [reason, setReason] = useState('');
  const revoke = useMutationOf(revokeApiKey, { invalidates: [listApiKeys], quiet: true });
  const confirm = () => {
    const onSuccess = () => {
      notify({ level: 'success', title: fillText(texts.done, { name: known.name }) });
      onClose();
    };
    revoke.mutate({ params: { id: known.id }, body: { reason } }, { onSuccess });
  };
  const footer = (
    <>
      <Button data-first-focus onClick={onClose}>
        {words.cancel}
      </Button>
      <Button look="danger" busy={revoke.isPending} onClick={confirm}>
        {texts.confirm}
      </Button>
    </>
  );
  return (
    <Dialog open title={fillText(texts.title, { name: known.name })} onClose={onClose} footer={footer}>
      {revoke.error && <ErrorPanel error={revoke.error} title={texts.failed} />}
      <p>{texts.text}</p>
      <TextField label={texts.reason} value={reason} maxLength={500} autoComplete="off" onChange={setReason} />
    </Dialog>
  );
}
