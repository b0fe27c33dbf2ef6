import {
  createMailTemplate,
  listMailTemplates,
  type MailTemplate,
  updateMailTemplate,
} from '@lectern/contract/features/mail-template.ts';
import { useId, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { fieldErrorsOf } from '../../../components/field-errors.ts';
import { TextField } from '../../../components/text-field.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { MessageFields } from '../compose/message-fields.tsx';
import { PreviewCard } from '../compose/preview-card.tsx';

const settings = { invalidates: [listMailTemplates], quiet: true };

/** A new template, or another text for one, beside what people would get. */
export function TemplateForm({ template, onEnd }: { template?: MailTemplate; onEnd: () => void }) {
  const { mail, words } = useTexts();
  const texts = mail.templates;
  const form = useId();
  const [values, setValues] = useState({
    name: template?.name ?? '',
    subject: template?.subject ?? '',
    body: template?.body ?? '',
  });
  const [isSent, setSent] = useState(false);
  const create = useMutationOf(createMailTemplate, { ...settings, idempotent: true });
  const update = useMutationOf(updateMailTemplate, settings);
  const error = template ? update.error : create.error;
  const problems: Record<string, string> = error ? fieldErrorsOf(error) : {};
  const nameError = error?.code === 'nameTaken' ? texts.taken : problems.name;
  const set = (change: Partial<typeof values>) => {
    setValues((known) => ({ ...known, ...change }));
    create.reset();
    update.reset();
  };
  const submit = () => {
    setSent(true);
    const body = { ...values, name: values.name.trim() };
    if (!body.name) return;
    const onSuccess = (saved: MailTemplate) => {
      notify({ level: 'success', title: fillText(texts.saved, { name: saved.name }) });
      onEnd();
    };
    if (template) {
      update.mutate({ params: { id: template.id }, body: { ...body, version: template.version } }, { onSuccess });
    } else create.mutate({ body }, { onSuccess });
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
    <Dialog
      open
      className="mail-template-form"
      title={template ? texts.editTitle : texts.createTitle}
      onClose={onEnd}
      footer={footer}
    >
      <form
        id={form}
        noValidate
        className="mail-template-fields"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {error && !nameError && <ErrorPanel error={error} title={texts.notSaved} />}
        <TextField
          label={texts.name}
          value={values.name}
          maxLength={100}
          autoComplete="off"
          error={nameError ?? (isSent && !values.name.trim() ? words.required : undefined)}
          data-first-focus
          onChange={(name) => set({ name })}
        />
        <MessageFields values={values} problems={problems} onChange={set} />
      </form>
      <PreviewCard subject={values.subject} body={values.body} />
    </Dialog>
  );
}
