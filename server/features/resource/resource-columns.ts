import type { ResourceFields } from '@lectern/contract/features/resource.ts';

/** What people say of a resource, as the table spells it. */
export const fieldColumns = {
  title: 'title',
  description: 'description',
  language: 'language',
  subjectId: 'subject_id',
  author: 'author',
  year: 'year',
  source: 'source',
  altText: 'alt_text',
  licence: 'licence',
  licenceUntil: 'licence_until',
  visibility: 'visibility',
  tagIds: 'tag_ids',
} as const satisfies Record<keyof ResourceFields, string>;
export type FieldColumn = (typeof fieldColumns)[keyof ResourceFields];

/** Only fields that are named here reach the table, whatever else an object has. */
export function columnsOf(fields: Partial<ResourceFields>): Partial<Record<FieldColumn, never>> {
  const known = Object.entries(fieldColumns) as [keyof ResourceFields, FieldColumn][];
  const given = known.filter(([field]) => fields[field] !== undefined);
  return Object.fromEntries(given.map(([field, column]) => [column, fields[field]]));
}

/** The other way round, for activities. */
export function fieldsOf(columns: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const known = Object.entries(fieldColumns).filter(([, column]) => column in columns);
  return Object.fromEntries(known.map(([field, column]) => [field, columns[column]]));
}
