import type { ResourceChanges } from '@lectern/contract/features/resource-action.ts';
import type { SelectionDescription } from './use-selection-description.ts';

export type FieldName = keyof SelectionDescription['fields'];
/** What was typed or chosen, by field; a field that is not here is left alone. */
export type FieldDraft = Partial<Record<FieldName, string>>;
export type TitleDraft = { find: string; replace: string };

const nullable: readonly FieldName[] = ['language', 'subjectId', 'licence', 'licenceUntil', 'year'];

/** What a field shows before it is touched: the one value, or nothing where there are several. */
export function commonValue(fields: SelectionDescription['fields'], name: FieldName): string {
  const field = fields[name];
  return field.mixed ? '' : String(field.value ?? '');
}

/** Sets a field, or forgets that it was set when it is as it was. */
export function withField(
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
