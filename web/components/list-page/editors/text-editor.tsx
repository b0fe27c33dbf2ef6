import { useState } from 'react';
import { TextField } from '../../text-field.tsx';
import { EditorForm } from './editor-form.tsx';

type Props = { label: string; value: string | undefined; onApply: (value: string | undefined) => void };

export function TextEditor({ label, value, onApply }: Props) {
  const [text, setText] = useState(value ?? '');
  return (
    <EditorForm onSubmit={() => onApply(text.trim() || undefined)}>
      <TextField label={label} value={text} maxLength={200} onChange={setText} data-first-focus />
    </EditorForm>
  );
}
