import { useId } from 'react';
import { Icon, type IconName } from './icon.tsx';
import './choice-field.css';
import './field.css';

type Props<Value extends string> = {
  label: string;
  hint?: string;
  value: Value;
  options: readonly { value: Value; label: string; icon?: IconName }[];
  onChange: (value: Value) => void;
};

/** A few choices side by side, of which one holds: native radio buttons, so that arrow keys work by themselves. */
export function ChoiceField<Value extends string>({ label, hint, value, options, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className="choice-field" aria-describedby={hint ? `${name}-hint` : undefined}>
      <legend>{label}</legend>
      <div className="choice-field-options">
        {options.map((option) => (
          <label key={option.value} className="choice-field-option">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.icon && <Icon name={option.icon} />}
            {option.label}
          </label>
        ))}
      </div>
      {hint && (
        <div id={`${name}-hint`} className="field-help">
          {hint}
        </div>
      )}
    </fieldset>
  );
}
