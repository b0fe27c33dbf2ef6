import {
  createSensitivePack,
  listSensitivePacks,
  type SensitivePack,
  updateSensitivePack,
} from '@lectern/contract/features/sensitive-pack.ts';
import { listSensitiveWords } from '@lectern/contract/features/sensitive-word.ts';
import { useId, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { fieldErrorsOf } from '../../../components/field-errors.ts';
import { TextField } from '../../../components/text-field.tsx';
import { TextareaField } from '../../../components/textarea-field.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';

const settings = { invalidates: [listSensitivePacks, listSensitiveWords], quiet: true };

/** A new pack, or another name for one. */
export function PackFormDialog({ pack, onEnd }: { pack?: SensitivePack; onEnd: () => void }) {
  const { sensitiveTools, words } = useTexts();
  const texts = sensitiveTools.packs;
  const form = useId();
  const [name, setName] = useState(pack?.name ?? '');
  const [description, setDescription] = useState(pack?.description ?? '');
  const [isSent, setSent] = useState(false);
  const create = useMutationOf(createSensitivePack, { ...settings, idempotent: true });
  const update = useMutationOf(updateSensitivePack, settings);
  const error = pack ? update.error : create.error;
  const problems: Record<string, string> = error ? fieldErrorsOf(error) : {};
  const nameError = error?.code === 'nameTaken' ? texts.taken : problems.name;
  const submit = () => {
    setSent(true);
    const body = { name: name.trim(), description: description.trim() };
    if (!body.name) return;
    const onSuccess = (saved: SensitivePack) => {
      notify({ level: 'success', title: fillText(texts.saved, { name: saved.name }) });
      onEnd();
    };
    if (pack) update.mutate({ params: { id: pack.id }, body: { ...body, version: pack.version } }, { onSuccess });
    else create.mutate({ body }, { onSuccess });
  };
  const footer = (
    <>
      <Button onClick={onEnd}>{words.cancel}</Button>
      <Button look="primary" submits form={form} busy={create.isPending || update.isPending}>
        {texts.save}
      </Button>
    </>
  );
  return (
    <Dialog open title={pack ? texts.editTitle : texts.createTitle} onClose={onEnd} footer={footer}>
      <form
        id={form}
        noValidate
        className="pack-form"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {error && !nameError && <ErrorPanel error={error} title={texts.notSaved} />}
        <TextField
          label={texts.name}
          value={name}
          maxLength={100}
          autoComplete="off"
          error={nameError ?? (isSent && !name.trim() ? words.required : undefined)}
          data-first-focus
          onChange={(value) => {
            setName(value);
            create.reset();
            update.reset();
          }}
        />
        <TextareaField label={texts.description} value={description} maxLength={1000} onChange={setDescription} />
      </form>
    </Dialog>
  );
}
