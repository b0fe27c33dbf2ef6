import { type InputHTMLAttributes, type Ref, useId } from 'react';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
  label: string;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
};

/** One labelled line of text, light enough for the first screen. */
export function TextInput({ label, error, ref, ...input }: Props) {
  const id = useId();
  return (
    <div className="login-field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        ref={ref}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-below` : undefined}
      />
      {error && (
        <p id={`${id}-below`} className="login-field-error">
          {error}
        </p>
      )}
    </div>
  );
}
