import type { ResourceChanges } from '@lectern/contract/features/resource-action.ts';
import { listSubjects } from '@lectern/contract/features/subject.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useLanguage, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { ChoiceField } from '../../choice-field.tsx';
import { SelectField } from '../../select-field.tsx';
import { TextareaField, TextField } from '../../text-field.tsx';
import { languageOptions, licenceOptions, visibilityOptions } from '../resource-options.ts';
import type { TagName } from '../tag-chips.tsx';
import { TagChooser } from '../tag-chooser.tsx';
import type { SelectionDescription } from './use-resource-start.ts';

type Props = {
  fields: SelectionDescription['fields'];
  draft: FieldDraft;
  onChange: (draft: FieldDraft) => void;
};

const mixedValue = 'mixed';

/** Fields of a bulk edit. A field with mixed values says so and stays unchanged unless set. */
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
/** Entered values by field; missing fields stay unchanged. */
export type FieldDraft = Partial<Record<FieldName, string>>;
export type TitleDraft = { find: string; replace: string };

const nullable: readonly FieldName[] = ['language', 'subjectId', 'licence', 'licenceUntil', 'year'];

/** Initial value of a field: the common one, or empty when values differ. */
function commonValue(fields: SelectionDescription['fields'], name: FieldName): string {
  const field = fields[name];
  return field.mixed ? '' : String(field.value ?? '');
}

/** Sets a field in the draft, or removes it when the value is back to the original. */
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

/** The input of the action: only changed fields. */
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

type TagDraft = { mode: 'change' | 'replace'; add: TagName[]; remove: string[]; replace: TagName[] };
export const noTagChange: TagDraft = { mode: 'change', add: [], remove: [], replace: [] };

/** The input of the action; undefined when tags stay unchanged. */
export function tagChangeOf({ mode, add, remove, replace }: TagDraft): ResourceChanges['tags'] {
  if (mode === 'replace') return { replace: replace.map(({ id }) => id) };
  if (add.length === 0 && remove.length === 0) return undefined;
  return { add: add.map(({ id }) => id), remove };
}

type TagChangesProps = {
  /** Every tag of the selected resources and how many have it. */
  present: readonly { id: string; name: string; count: number }[];
  draft: TagDraft;
  error?: string | undefined;
  onChange: (draft: TagDraft) => void;
};

/** Adds tags, removes some, or replaces them all. */
export function TagChanges({ present, draft, error, onChange }: TagChangesProps) {
  const { resourceDialogs } = useTexts();
  const words = resourceDialogs.edit;
  const format = useFormat();
  const toggle = (id: string) =>
    onChange({
      ...draft,
      remove: draft.remove.includes(id) ? draft.remove.filter((one) => one !== id) : [...draft.remove, id],
    });
  return (
    <div className="tag-changes field-wide">
      <ChoiceField
        label={words.tagMode}
        value={draft.mode}
        options={[
          { value: 'change', label: words.tagModes.change },
          { value: 'replace', label: words.tagModes.replace },
        ]}
        onChange={(mode) => onChange({ ...draft, mode })}
      />
      {draft.mode === 'replace' ? (
        <TagChooser
          label={words.replaceTags}
          value={draft.replace}
          error={error}
          onChange={(replace) => onChange({ ...draft, replace })}
        />
      ) : (
        <>
          <TagChooser
            label={words.addTags}
            value={draft.add}
            error={error}
            onChange={(add) => onChange({ ...draft, add })}
          />
          <fieldset className="tag-changes-remove">
            <legend>{words.removeTags}</legend>
            {present.length === 0 && <span className="field-help">{resourceDialogs.tags.none}</span>}
            {present.map(({ id, name, count }) => (
              <label key={id} className="tag-changes-tag">
                <input
                  type="checkbox"
                  className="grid-checkbox"
                  checked={draft.remove.includes(id)}
                  onChange={() => toggle(id)}
                />
                {fillText(words.tagCount, { name, count: format.number(count) })}
              </label>
            ))}
          </fieldset>
        </>
      )}
    </div>
  );
}
