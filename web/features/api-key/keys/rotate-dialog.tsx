import { type ApiKey, listApiKeys, rotateApiKey } from '@lectern/contract/features/api-key.ts';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useMutationOf } from '../../../lib/queries.ts';

const hours = ['24', '1', '168', '720', '0'] as const;

type Props = { known: ApiKey; onMade: (made: { key: ApiKey; secret: string }) => void; onClose: () => void };

/** A new secret, and for how long the one before still counts. */
export function RotateDialog({ known, onMade, onClose }: Props) {
  const { apiKey, words } = useTexts();
  const texts = apiKey.rotate;
  const [grace, setGrace] = useState<(typeof hours)[number]>('24');
  const rotate = useMutationOf(rotateApiKey, { invalidates: [listApiKeys], quiet: true });
  const confirm = () =>
    rotate.mutate(
      { params: { id: known.id }, body: { graceHours: Number(grace), version: known.version } },
      { onSuccess: onMade },
    );
  const footer = (
    <>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button look="primary" busy={rotate.isPending} onClick={confirm}>
        {texts.confirm}
      </Button>
    </>
  );
  return (
    <Dialog open title={fillText(texts.title, { name: known.name })} onClose={onClose} footer={footer}>
      {rotate.error && <ErrorPanel error={rotate.error} title={texts.failed} />}
      <p>{texts.text}</p>
      <SelectField
        label={texts.grace}
        value={grace}
        options={hours.map((value) => ({ value, label: texts.graces[Number(value)] ?? value }))}
        onChange={setGrace}
      />
    </Dialog>
  );
}
