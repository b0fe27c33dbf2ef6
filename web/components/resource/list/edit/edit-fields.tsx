import type { ResourceChanges } from '@lectern/contract/features/resource-action.ts';
import { listSubjects } from '@lectern/contract/features/subject.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormat } from '../../../../lib/format.ts';
import { fillText, useLanguage, useTexts } from '../../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../../lib/queries.ts';
import { SelectField } from '../../../select-field.tsx';
import { TextField } from '../../../text-field.tsx';
import { TextareaField } from '../../../textarea-field.tsx';
import { languageOptions, licenceOptions, visibilityOptions } from '../../resource-options.ts';
import type { SelectionDescription } from './use-selection-description.ts';

type Props = {
  fields: SelectionDescription['fields'];
  draft: FieldDraft;
  onChange: (draft: FieldDraft) => void;
};

const mixedValue = 'mixed';

/** The fields of a bulk edit. One that differs among the resources says so, and stays unless it is set. */
export function EditFields({ fields, draft, onChange }: Props) {
  const texts = useTexts();
  const { resource, resourceDialogs } = texts;
  const words = resourceDialogs.edit;
  const format = useFormat();
  const language = useLanguage();
  const subjects = useQuery(queryOf(listSubjects, {}, { quiet: true }));
  const set = (name: FieldName, value: string | undefined) => onChange(withField(draft, fields, name, value));

  const hintOf = (name: FieldName, canEmpty: boolean): ReactNode => {
    const field = fields[name];
    if (draft[name] !== undefined) return <LinkButton onClick={() => set(name, undefined)}>{words.keep}</LinkButton>;
    if (!field.mixed) return undefined;
    return (
      <>
        {fillText(words.mixed, { count: format.number(field.values) })}{' '}
        {canEmpty && <LinkButton onClick={() => set(name, '')}>{words.empty}</LinkButton>}
      </>
    );
  };
  const text = (name: FieldName, label: string) => ({
    label,
    value: draft[name] ?? commonValue(fields, name),
    changed: draft[name] !== undefined,
    hint: hintOf(name, true),
    onChange: (value: string) => set(name, value),
  });
  const choice = (name: FieldName, label: string, options: { value: string; label: string }[], none = true) => ({
    label,
    value: draft[name] ?? (fields[name].mixed ? mixedValue : commonValue(fields, name)),
    changed: draft[name] !== undefined,
    hint: hintOf(name, false),
    options: [
      ...(fields[name].mixed ? [{ value: mixedValue, label: words.mixedOption }] : []),
      ...(none ? [{ value: '', label: resource.noValue }] : []),
      ...options,
    ],
    onChange: (value: string) => set(name, value === mixedValue ? undefined : value),
  });
  const subjectOptions = (subjects.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <TextareaField {...text('description', resource.fields.description)} wide rows={3} maxLength={10_000} />
      <SelectField {...choice('subjectId', resource.fields.subject, subjectOptions)} disabled={!subjects.data} />
      <SelectField {...choice('language', resource.fields.language, languageOptions(language))} />
      <TextField {...text('author', resource.fields.author)} maxLength={300} autoComplete="off" />
      <TextField
        {...text('year', resource.fields.year)}
        inputMode="numeric"
        maxLength={4}
        error={isYear(draft.year ?? '') ? undefined : words.badYear}
      />
      <SelectField {...choice('licence', resource.fields.licence, licenceOptions(texts))} />
      <TextField {...text('licenceUntil', resource.fields.licenceUntil)} type="date" />
      <SelectField {...choice('visibility', resource.fields.visibility, visibilityOptions(texts), false)} />
      <TextField {...text('source', resource.fields.source)} maxLength={1000} autoComplete="off" />
    </>
  );
}

function LinkButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className="edit-link" onClick={onClick}>
      {children}
    </button>
  );
}

type FieldName = keyof SelectionDescription['fields'];
/** What was typed or chosen, by field; a field that is not here is left alone. */
export type FieldDraft = Partial<Record<FieldName, string>>;
export type TitleDraft = { find: string; replace: string };

const nullable: readonly FieldName[] = ['language', 'subjectId', 'licence', 'licenceUntil', 'year'];

/** What a field shows before it is touched: the one value, or nothing where there are several. */
function commonValue(fields: SelectionDescription['fields'], name: FieldName): string {
  const field = fields[name];
  return field.mixed ? '' : String(field.value ?? '');
}

/** Sets a field, or forgets that it was set when it is as it was. */
function withField(
  draft: FieldDraft,
  fields: SelectionDescription['fields'],
  name: FieldName,
  value: string | undefined,
): FieldDraft {
  const { [name]: _old, ...others } = draft;
  const isAsBefore = value !== undefined && !fields[name].mixed && value === commonValue(fields, name);
  return value === undefined || isAsBefore ? others : { ...others, [name]: value };
}

export function isYear(text: string): boolean {
  return text === '' || (/^\d{1,4}$/.test(text) && Number(text) >= 1);
}

/** As the action takes it: only what was changed. */
export function changesOf(draft: FieldDraft, title: TitleDraft, tags: ResourceChanges['tags']): ResourceChanges {
  const fields = Object.entries(draft).map(([name, text]) => {
    const value = text.trim();
    if (value === '' && nullable.includes(name as FieldName)) return [name, null];
    return [name, name === 'year' ? Number(value) : value];
  });
  return {
    ...(Object.fromEntries(fields) as ResourceChanges),
    ...(title.find && title.find !== title.replace && { title }),
    ...(tags && { tags }),
  };
}
