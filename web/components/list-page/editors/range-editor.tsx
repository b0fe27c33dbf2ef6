import type { RangeValue } from '@lectern/contract/list/filter.ts';
import { useState } from 'react';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { TextField } from '../../text-field.tsx';
import { EditorForm } from './editor-form.tsx';

type Props = { label: string; value: RangeValue | undefined; onApply: (value: RangeValue | undefined) => void };

export function RangeEditor({ label, value, onApply }: Props) {
  const { list } = useTexts();
  const [least, setLeast] = useState(String(value?.min ?? ''));
  const [most, setMost] = useState(String(value?.max ?? ''));
  const min = numberOf(least);
  const max = numberOf(most);
  const backwards = min !== undefined && max !== undefined && min > max;
  const submit = () => {
    if (backwards) return;
    const range = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
    onApply(Object.keys(range).length > 0 ? range : undefined);
  };
  return (
    <EditorForm onSubmit={submit}>
      <fieldset className="floating-pair">
        <legend>{label}</legend>
        <TextField label={list.least} type="number" value={least} onChange={setLeast} data-first-focus />
        <TextField
          label={list.most}
          type="number"
          value={most}
          onChange={setMost}
          error={backwards ? list.rangeBackwards : undefined}
        />
      </fieldset>
    </EditorForm>
  );
}

function numberOf(text: string): number | undefined {
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) ? undefined : value;
}
