import { Field, type FieldProps } from './field.tsx';

type Props<Value extends string> = FieldProps & {
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  disabled?: boolean;
};

export function SelectField<Value extends string>(props: Props<Value>) {
  const { label, hint, error, changed, note, wide, value, options, onChange, disabled } = props;
  return (
    <Field label={label} hint={hint} error={error} changed={changed} note={note} wide={wide}>
      {(control) => (
        <select
          {...control}
          className="field-input"
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value as Value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
