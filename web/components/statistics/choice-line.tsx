type Props<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
};

/** A few words side by side, of which one holds: for choices within the title of a chart. */
export function ChoiceLine<Value extends string>({ label, value, options, onChange }: Props<Value>) {
  return (
    <fieldset className="choice-line" aria-label={label} style={{ margin: 0, padding: 0, border: 0 }}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
