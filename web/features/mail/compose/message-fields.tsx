import { type MailAttachment, mailLimits } from '@lectern/contract/features/mail.ts';
import { type MailVariable, mailVariables, unknownPlaces } from '@lectern/contract/features/mail-text.ts';
import { searchResources } from '@lectern/contract/features/search.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useRef, useState } from 'react';
import { Field } from '../../../components/field.tsx';
import { Icon } from '../../../components/icon.tsx';
import { FindField } from '../../../components/resource/find-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useFormat } from '../../../lib/format.ts';
import { joinNames } from '../../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
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
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<Record<string, string>>({});
  const wanted = useDeferredValue(text.trim());
  const search = useQuery({
    ...queryOf(searchResources, { query: { text: wanted, size: 10 } }, { quiet: true }),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  });
  const hits = (wanted === '' ? [] : (search.data ?? [])).filter(({ id }) => !ids.includes(id));
  const stored = new Map(files.map((file) => [file.resourceId, file]));
  return (
    <div className="mail-audience field-wide">
      <FindField
        label={compose.attachments}
        placeholder={compose.addFile}
        hint={fillText(compose.attachmentsHint, { limit: format.bytes(mailLimits.attachmentBytes) })}
        error={error}
        text={text}
        disabled={ids.length >= mailLimits.attachments}
        options={hits.map(({ id, title, kind }) => ({ id, label: title, note: resource.kinds[kind] }))}
        none={wanted === '' ? compose.startTyping : compose.noneFound}
        onText={setText}
        onPick={({ id, label }) => {
          setText('');
          setPicked((known) => ({ ...known, [id]: label }));
          onChange([...ids, id]);
        }}
      />
      {ids.length > 0 && (
        <ul className="mail-chips" aria-label={compose.attachments}>
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
