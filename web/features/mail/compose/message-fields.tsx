import { mailLimits } from '@lectern/contract/features/mail.ts';
import { type MailVariable, mailVariables, unknownPlaces } from '@lectern/contract/features/mail-text.ts';
import { useId, useRef } from 'react';
import { Field } from '../../../components/field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import './message-fields.css';
import { joinNames } from '../../../lib/i18n/punctuation.ts';

type Values = { subject: string; body: string };
type Props = {
  values: Values;
  problems: Partial<Record<keyof Values, string>>;
  /** Names of what was changed and not saved. */
  changed?: readonly string[];
  /** Absent: it can only be read. */
  onChange?: ((change: Partial<Values>) => void) | undefined;
};

/** Subject and text, with the variables that can be put into either. */
export function MessageFields({ values, problems, changed = [], onChange }: Props) {
  const {
    mail: { compose },
    words: { mailVariables: names },
  } = useTexts();
  const label = useId();
  const body = useRef<HTMLTextAreaElement>(null);
  const subject = useRef<HTMLInputElement>(null);
  const last = useRef<keyof Values>('body');
  const unknown = (text: string) => {
    const places = unknownPlaces(text);
    if (places.length === 0) return undefined;
    return fillText(compose.unknown, { places: joinNames(places.map((place) => `{{${place}}}`)) });
  };
  const insert = (variable: MailVariable) => {
    const name = last.current;
    const field = name === 'subject' ? subject.current : body.current;
    const place = `{{${variable}}}`;
    const from = field?.selectionStart ?? values[name].length;
    const to = field?.selectionEnd ?? from;
    onChange?.({ [name]: values[name].slice(0, from) + place + values[name].slice(to) });
    // The field gets its new value first.
    requestAnimationFrame(() => {
      field?.focus();
      field?.setSelectionRange(from + place.length, from + place.length);
    });
  };
  return (
    <>
      <TextField
        label={compose.subject}
        wide
        ref={subject}
        value={values.subject}
        error={problems.subject ?? unknown(values.subject)}
        changed={changed.includes('subject')}
        maxLength={mailLimits.subject}
        autoComplete="off"
        onFocus={() => {
          last.current = 'subject';
        }}
        {...(onChange && { onChange: (value: string) => onChange({ subject: value }) })}
      />
      <Field
        label={compose.body}
        wide
        hint={compose.bodyHint}
        error={problems.body ?? unknown(values.body)}
        changed={changed.includes('body')}
      >
        {(control) => (
          <textarea
            {...control}
            ref={body}
            className="field-input mail-body-input"
            rows={12}
            maxLength={mailLimits.body}
            value={values.body}
            readOnly={!onChange}
            onFocus={() => {
              last.current = 'body';
            }}
            onChange={(event) => onChange?.({ body: event.target.value })}
          />
        )}
      </Field>
      {onChange && (
        <fieldset className="mail-variables field-wide" aria-labelledby={label}>
          <span id={label}>{compose.variables}</span>
          {mailVariables.map((variable) => (
            <button key={variable} type="button" title={`{{${variable}}}`} onClick={() => insert(variable)}>
              {names[variable]}
            </button>
          ))}
        </fieldset>
      )}
    </>
  );
}
