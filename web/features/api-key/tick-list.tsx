import { useId } from 'react';
import '../../components/data-grid/grid-checkbox.css';
import '../../components/field.css';

type Props<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string; text?: string }[];
  value: readonly Value[];
  error?: string | undefined;
  onChange: (value: Value[]) => void;
};

/** Checkboxes with hints; the value keeps the order of the options. */
export function TickList<Value extends string>({ label, options, value, error, onChange }: Props<Value>) {
  const errorId = useId();
  const toggle = (one: Value) =>
    onChange(
      options
        .map((option) => option.value)
        .filter((name) => (name === one ? !value.includes(name) : value.includes(name))),
    );
  return (
    <fieldset className="field field-wide tick-list" aria-describedby={error ? errorId : undefined}>
      <legend className="field-label">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="checkbox"
            className="grid-checkbox"
            checked={value.includes(option.value)}
            onChange={() => toggle(option.value)}
          />
          <span>
            {option.label}
            {option.text && <small>{option.text}</small>}
          </span>
        </label>
      ))}
      {error && (
        <div id={errorId} className="field-help field-error">
          {error}
        </div>
      )}
    </fieldset>
  );
}
