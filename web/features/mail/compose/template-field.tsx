import { listMailTemplates, type MailTemplate } from '@lectern/contract/features/mail-template.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';

type Props = {
  value: string | null;
  /** Nothing was written yet that a template would replace. */
  isEmpty: boolean;
  onChoose: (template: MailTemplate | null) => void;
};

/** A text to begin with; asks before it replaces one. */
export function TemplateField({ value, isEmpty, onChoose }: Props) {
  const { templates: texts } = useTexts().mail;
  const templates = useQuery(queryOf(listMailTemplates, {}, { quiet: true })).data ?? [];
  const [asked, setAsked] = useState<MailTemplate | null>(null);
  const choose = (id: string) => {
    const template = templates.find((one) => one.id === id) ?? null;
    if (!template || isEmpty) onChoose(template);
    else setAsked(template);
  };
  return (
    <>
      <SelectField
        label={texts.choose}
        value={value ?? ''}
        options={[{ value: '', label: texts.blank }, ...templates.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={choose}
      />
      <ConfirmDialog
        open={asked !== null}
        title={texts.replaceTitle}
        confirmLabel={texts.replace}
        onConfirm={() => {
          onChoose(asked);
          setAsked(null);
        }}
        onClose={() => setAsked(null)}
      >
        {fillText(texts.replaceText, { name: asked?.name ?? '' })}
      </ConfirmDialog>
    </>
  );
}
