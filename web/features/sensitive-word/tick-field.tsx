import { useId } from 'react';
import type { FieldProps } from '../../components/field.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { printList, readList } from './word-values.ts';
import '../../components/data-grid/grid-checkbox.css';
import '../../components/field.css';

type Props = Pick<FieldProps, 'label' | 'hint' | 'changed' | 'note'> & {
  value: string;
  options: readonly { value: string; label: string }[];
  /** Absent: it can be read only. */
  onChange: ((value: string) => void) | undefined;
};

/** Several of a few choices, ticked side by side; kept in the order in which they are offered. */
export function TickField({ label, hint, changed, note, value, options, onChange }: Props) {
  const { words } = useTexts();
  const helpId = useId();
  const chosen = new Set(readList(value));
  const toggle = (one: string) => {
    if (!chosen.delete(one)) chosen.add(one);
    onChange?.(printList(options.map((option) => option.value).filter((name) => chosen.has(name))));
  };
  return (
    <fieldset className="field field-wide word-ticks" aria-describedby={helpId}>
      <legend className="field-label">
        {label}
        {changed && <span className="field-changed">{words.changed}</span>}
      </legend>
      <div className="word-ticks-options">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="checkbox"
              className="grid-checkbox"
              checked={chosen.has(option.value)}
              disabled={!onChange}
              onChange={() => toggle(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      <div id={helpId}>
        <div className="field-help">{hint}</div>
        {note && <div className="field-note">{note}</div>}
      </div>
    </fieldset>
  );
}
