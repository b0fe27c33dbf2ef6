import { type MailAttachment, mailLimits } from '@lectern/contract/features/mail.ts';
import { type MailVariable, mailVariables, unknownPlaces } from '@lectern/contract/features/mail-text.ts';
import { useId, useRef, useState } from 'react';
import { Field } from '../../../components/field.tsx';
import { Icon } from '../../../components/icon.tsx';
import { FindField } from '../../../components/resource/find-field.tsx';
import { useResourceSearch } from '../../../components/resource/resource-search.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useFormat } from '../../../lib/format.ts';
import { joinNames } from '../../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import './message-fields.css';
import './audience-field.css';

type Values = { subject: string; body: string };
type Props = {
  values: Values;
  problems: Partial<Record<keyof Values, string>>;
  /** Names of fields with unsaved changes. */
  changed?: readonly string[];
  /** Absent when the fields are read-only. */
  onChange?: ((change: Partial<Values>) => void) | undefined;
};

/** Subject and text, with a menu to insert variables. */
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
    return fillText(compose.unknown, {
      count: places.length,
      places: joinNames(places.map((place) => `{{${place}}}`)),
    });
  };
  const insert = (variable: MailVariable) => {
    const name = last.current;
    const field = name === 'subject' ? subject.current : body.current;
    const place = `{{${variable}}}`;
    const from = field?.selectionStart ?? values[name].length;
    const to = field?.selectionEnd ?? from;
    onChange?.({ [name]: values[name].slice(0, from) + place + values[name].slice(to) });
    // Wait until the field shows its new value before setting the caret.
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

type AttachmentsFieldProps = {
  ids: readonly string[];
  /** Stored attachments, for their names and sizes. */
  files: readonly MailAttachment[];
  error?: string | undefined;
  onChange: (ids: string[]) => void;
};

/** Chooses library resources as attachments. */
export function AttachmentsField({ ids, files, error, onChange }: AttachmentsFieldProps) {
  const { mail, resource } = useTexts();
  const { compose } = mail;
  const format = useFormat();
  const [picked, setPicked] = useState<Record<string, string>>({});
  const search = useResourceSearch(10);
  const hits = search.hits.filter(({ id }) => !ids.includes(id));
  const stored = new Map(files.map((file) => [file.resourceId, file]));
  return (
    <div className="mail-audience field-wide">
      <FindField
        label={compose.attachments}
        placeholder={compose.addFile}
        hint={fillText(compose.attachmentsHint, { limit: format.bytes(mailLimits.attachmentBytes) })}
        error={error}
        text={search.text}
        disabled={ids.length >= mailLimits.attachments}
        options={hits.map(({ id, title, kind }) => ({ id, label: title, note: resource.kinds[kind] }))}
        none={search.isEmpty ? compose.startTyping : compose.noneFound}
        onText={search.setText}
        onPick={({ id, label }) => {
          search.setText('');
          setPicked((known) => ({ ...known, [id]: label }));
          onChange([...ids, id]);
        }}
      />
      {ids.length > 0 && (
        <ul className="find-field-chips mail-chips" aria-label={compose.attachments}>
          {ids.map((id) => {
            const file = stored.get(id);
            const name = file?.title || picked[id] || compose.gone;
            const gone = file?.available === false;
            return (
              <li key={id} data-gone={gone || undefined}>
                {name}
                {file && <small>{gone ? compose.gone : format.bytes(file.sizeBytes)}</small>}
                <button
                  type="button"
                  aria-label={fillText(compose.remove, { name })}
                  onClick={() => onChange(ids.filter((one) => one !== id))}
                >
                  <Icon name="close" size={12} />
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
