import { useState } from 'react';
import { CheckList, toggled } from './check-list.tsx';
import { EditorForm } from './editor-form.tsx';
import type { Option } from './option.ts';

type Props = {
  label: string;
  value: string[] | undefined;
  options: readonly Option[];
  onApply: (value: string[] | undefined) => void;
};

/** Any of several. */
export function ManyEditor({ label, value, options, onApply }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(value));
  const entries = options.map((option) => ({ id: option.value, label: option.label }));
  const submit = () => {
    const kept = options.map((option) => option.value).filter((one) => chosen.has(one));
    onApply(kept.length > 0 ? kept : undefined);
  };
  return (
    <EditorForm onSubmit={submit}>
      <CheckList label={label} entries={entries} chosen={chosen} onToggle={(id) => setChosen(toggled(chosen, id))} />
    </EditorForm>
  );
}
