import { useId } from 'react';
import { Icon, type IconName } from './icon.tsx';
import './choice-field.css';
import './field.css';

type Choices<Value extends string> = {
  label: string;
  hint?: string;
  disabled?: boolean;
  options: readonly { value: Value; label: string; icon?: IconName }[];
};
type Props<Value extends string> = Choices<Value> & { value: Value; onChange: (value: Value) => void };
type SeveralProps<Value extends string> = Choices<Value> & {
  value: readonly Value[];
  onChange: (value: Value[]) => void;
};

/** A single choice as native radio buttons, so arrow keys work automatically. */
export function ChoiceField<Value extends string>({ value, onChange, ...choices }: Props<Value>) {
  return <Choices {...choices} type="radio" isChosen={(option) => option === value} onChoose={onChange} />;
}

/** A multiple choice as native checkboxes; the value keeps the order of the options. */
export function SeveralField<Value extends string>({ value, onChange, ...choices }: SeveralProps<Value>) {
  const offered = choices.options.map((option) => option.value);
  const toggle = (one: Value) => onChange(offered.filter((each) => (each === one) !== value.includes(each)));
  return <Choices {...choices} type="checkbox" isChosen={(option) => value.includes(option)} onChoose={toggle} />;
}

type FrameProps<Value extends string> = Choices<Value> & {
  type: 'radio' | 'checkbox';
  isChosen: (option: Value) => boolean;
  onChoose: (option: Value) => void;
};

function Choices<Value extends string>({
  label,
  hint,
  disabled,
  options,
  type,
  isChosen,
  onChoose,
}: FrameProps<Value>) {
  const name = useId();
  return (
    <fieldset className="choice-field" disabled={disabled} aria-describedby={hint ? `${name}-hint` : undefined}>
      <legend>{label}</legend>
      <div className="choice-field-options">
        {options.map((option) => (
          <label key={option.value} className="choice-field-option">
            <input
              type={type}
              name={name}
              value={option.value}
              checked={isChosen(option.value)}
              onChange={() => onChoose(option.value)}
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
