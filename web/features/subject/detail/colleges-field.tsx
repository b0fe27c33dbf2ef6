import { listUnits } from '@lectern/contract/features/organisation.ts';
import { type SubjectRow, subjectFields } from '@lectern/contract/features/subject-management.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Icon } from '../../../components/icon.tsx';
import { FindField } from '../../../components/resource/find-field.tsx';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';

type Props = {
  value: string;
  /** Names of the stored colleges, used until the full list has loaded. */
  known: readonly { id: string; name: string }[];
  changed?: boolean;
  editable: boolean;
  onChange: (value: string) => void;
};

/** Colleges that the subject belongs to; none means all colleges. */
export function CollegesField({ value, known, changed = false, editable, onChange }: Props) {
  const { subject, words } = useTexts();
  const { form } = subject;
  const [text, setText] = useState('');
  const units = useQuery(queryOf(listUnits, {}, { quiet: true })).data;
  const chosen = idsOf(value);
  const nameOf = (id: string) =>
    units?.colleges.find((one) => one.id === id)?.name ?? known.find((one) => one.id === id)?.name ?? words.unknown;
  const wanted = text.trim().toLowerCase();
  const options = (units?.colleges ?? [])
    .filter(
      ({ id, name, code, disabled }) =>
        !disabled && !chosen.includes(id) && `${name} ${code}`.toLowerCase().includes(wanted),
    )
    .map(({ id, name, code }) => ({ id, label: name, note: code }));
  return (
    <div className="field-wide subject-colleges">
      {editable ? (
        <FindField
          label={changed ? `${form.colleges} · ${words.changed}` : form.colleges}
          placeholder={form.findCollege}
          hint={chosen.length === 0 ? form.everybodys : ''}
          text={text}
          options={options}
          none={form.noCollege}
          many
          onText={setText}
          onPick={({ id }) => {
            setText('');
            onChange(textOf([...chosen, id]));
          }}
        />
      ) : (
        <span className="field-label">{form.colleges}</span>
      )}
      {!editable && chosen.length === 0 && <span>{form.everybodys}</span>}
      {chosen.length > 0 && (
        <ul className="find-field-chips subject-college-chips" aria-label={form.colleges}>
          {chosen.map((id) => (
            <li key={id} data-fixed={!editable || undefined}>
              {nameOf(id)}
              {editable && (
                <button
                  type="button"
                  aria-label={fillText(form.removeCollege, { name: nameOf(id) })}
                  onClick={() => onChange(textOf(chosen.filter((one) => one !== id)))}
                >
                  <Icon name="close" size={12} />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Form values; colleges are serialized, so that a change is detected like any other. */
type SubjectValues = { code: string; name: string; description: string; collegeIds: string };
export const noValues: SubjectValues = { code: '', name: '', description: '', collegeIds: '' };

function idsOf(text: string): string[] {
  return text.split(',').filter(Boolean);
}

export function textOf(ids: readonly string[]): string {
  return [...ids].sort().join(',');
}

export function valuesOf({ code, name, description, colleges }: SubjectRow): SubjectValues {
  return { code, name, description, collegeIds: textOf(colleges.map(({ id }) => id)) };
}

export function bodyOf({ collegeIds, ...rest }: SubjectValues) {
  return { ...rest, collegeIds: idsOf(collegeIds) };
}

type Problems = Partial<Record<keyof SubjectValues, string>>;

/** Checks the values before they are sent. */
export function problemsOf({ code, name }: SubjectValues, { subject, words }: Texts): Problems {
  const problems: Problems = {};
  if (!subjectFields.name.safeParse(name).success) problems.name = words.required;
  if (code.trim() === '') problems.code = words.required;
  else if (!subjectFields.code.safeParse(code).success) problems.code = subject.form.codeWrong;
  return problems;
}
