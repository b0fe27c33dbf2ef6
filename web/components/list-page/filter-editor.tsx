import type { DateValue, FilterDeclaration, FilterValue, RangeValue } from '@lectern/contract/list/filter.ts';
import { ChoiceEditor } from './editors/choice-editor.tsx';
import { DateEditor } from './editors/date-editor.tsx';
import { ManyEditor } from './editors/many-editor.tsx';
import type { Option } from './editors/option.ts';
import { PersonEditor } from './editors/person-editor.tsx';
import { RangeEditor } from './editors/range-editor.tsx';
import { TextEditor } from './editors/text-editor.tsx';
import { TreeEditor } from './editors/tree-editor.tsx';
import { YesNoEditor } from './editors/yes-no-editor.tsx';

export type FilterEditorProps = {
  label: string;
  declaration: FilterDeclaration;
  value: FilterValue | undefined;
  choices: Record<string, string> | undefined;
  onApply: (value: FilterValue | undefined) => void;
};

/** Kinds that are a plain choice are a menu; the others are a form. */
export function editorRole({ kind }: FilterDeclaration): 'menu' | 'dialog' {
  return kind === 'choice' || kind === 'yesNo' ? 'menu' : 'dialog';
}

/** The small form of one filter, by its declared kind. Nothing chosen means no filter. */
export function FilterEditor({ label, declaration, value, choices, onApply }: FilterEditorProps) {
  switch (declaration.kind) {
    case 'text':
      return <TextEditor label={label} value={value as string | undefined} onApply={onApply} />;
    case 'choice': {
      const chosen = value as string | undefined;
      return <ChoiceEditor value={chosen} options={optionsOf(declaration, choices)} onApply={onApply} />;
    }
    case 'many': {
      const chosen = value as string[] | undefined;
      return <ManyEditor label={label} value={chosen} options={optionsOf(declaration, choices)} onApply={onApply} />;
    }
    case 'yesNo':
      return <YesNoEditor value={value as boolean | undefined} onApply={onApply} />;
    case 'range':
      return <RangeEditor label={label} value={value as RangeValue | undefined} onApply={onApply} />;
    case 'date':
      return <DateEditor label={label} value={value as DateValue | undefined} onApply={onApply} />;
    case 'person':
      return <PersonEditor label={label} onApply={onApply} />;
    case 'tree':
      return <TreeEditor label={label} of={declaration.of} value={value as string[] | undefined} onApply={onApply} />;
  }
}

function optionsOf(declaration: { values: readonly string[] }, choices: Record<string, string> | undefined): Option[] {
  return declaration.values.map((value) => ({ value, label: choices?.[value] ?? value }));
}
