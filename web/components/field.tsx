import { type ReactNode, useId } from 'react';
import { isApiError } from '../lib/api-error.ts';
import { useTexts } from '../lib/i18n/use-texts.ts';
import './field.css';

export type FieldProps = {
  label: string;
  hint?: ReactNode;
  /** Error message; replaces the hint. */
  error?: string | undefined;
  /** Marks the field as having unsaved changes. */
  changed?: boolean;
  /** Shown below the field, such as the newer value that someone else saved. */
  note?: ReactNode;
  /** Spans the full width of the form. */
  wide?: boolean;
};

type ControlProps = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined };

/** Label, control, hint and error of one input, linked for screen readers. */
export function Field(props: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const { label, hint, error, changed, note, wide, children } = props;
  const texts = useTexts();
  const id = useId();
  const helpId = `${id}-help`;
  const noteId = `${id}-note`;
  const help = error ?? hint;
  const describedBy = [help && helpId, note && noteId].filter(Boolean).join(' ') || undefined;
  return (
    <div className={wide ? 'field field-wide' : 'field'}>
      <label className="field-label" htmlFor={id}>
        {label}
        {changed && <span className="field-changed">{texts.words.changed}</span>}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy })}
      {help && (
        <div id={helpId} className={error ? 'field-help field-error' : 'field-help'}>
          {help}
        </div>
      )}
      {note && (
        <div id={noteId} className="field-note">
          {note}
        </div>
      )}
    </div>
  );
}

/** Server errors per field, keyed by the last part of the path: `settings.platformName` → platformName. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  if (!isApiError(error)) return {};
  const fields = error.details?.fields ?? [];
  return Object.fromEntries(fields.map(({ path, message }) => [path.split('.').at(-1) ?? path, message]));
}
