import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrorsOf } from '../../../components/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { type ApiError, isApiError } from '../../../lib/api-error.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { isAnswerOf } from '../../../lib/queries.ts';
import { closeUnitDialog } from '../unit-dialog.ts';
import type { Problems, UnitType, Values } from '../unit-spec.ts';
import { unitSpecs } from '../unit-specs.ts';
import '../unit-fields.css';

type Props = { type: UnitType; start?: Values | undefined; title?: string | undefined };

/** Creates a college, department or position on Enter or Ctrl+S. */
export function CreateUnitDialog({ type, start, title }: Props) {
  const texts = useTexts();
  const { form, notCreated } = texts.organisation;
  const spec = unitSpecs[type];
  const client = useQueryClient();
  const begun = start ?? spec.noValues;
  const [values, setValues] = useState(begun);
  const [problems, setProblems] = useState<Problems>({});
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const isUnsaved = Object.keys(values).some((name) => values[name] !== begun[name]);
  const submit = async () => {
    if (busy) return;
    const found = spec.problemsOf(values, texts);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const made = await spec.create(values);
      void client.invalidateQueries({ predicate: isAnswerOf(spec.stale) });
      notify({ level: 'success', title: fillText(form.created, { name: made.name }) });
      closeUnitDialog();
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown;
      const refused = fieldErrorsOf(thrown);
      setProblems(refused);
      setError(Object.keys(refused).length > 0 ? null : thrown);
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={title ?? texts[type].create}
      confirmLabel={busy ? form.creating : form.create}
      wide
      busy={busy}
      error={error}
      errorTitle={notCreated[type]}
      unsaved={isUnsaved && { title: form.discardTitle, text: form.discardText }}
      onConfirm={() => void submit()}
      onClose={closeUnitDialog}
    >
      <div className="unit-form">
        <spec.Fields
          values={values}
          problems={problems}
          changed={[]}
          isNew
          editable
          set={(name, value) => {
            setProblems((known) => ({ ...known, [name]: undefined }));
            setValues((known) => ({ ...known, [name]: value }));
          }}
        />
      </div>
    </FormDialog>
  );
}
