import type { DetailEndpoints } from '@lectern/contract/detail/define-detail.ts';
import type { OrganisationEffect } from '@lectern/contract/features/organisation-effect.ts';
import type { PagePath } from '@lectern/contract/routes.ts';
import type { queryOptions } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Fact } from '../../components/fact-list.tsx';
import type { ApiError } from '../../lib/api-error.ts';
import type { Callable } from '../../lib/callable.ts';
import type { Format } from '../../lib/format.ts';
import type { Texts } from '../../lib/i18n/use-texts.ts';

export type UnitType = 'college' | 'department' | 'position';
export type UnitRow = { id: string; name: string; version: number; disabled: boolean; people: number };

/** What a form holds: texts, as inputs have them. */
export type Values = Record<string, string>;
export type Problems = Partial<Record<string, string>>;

export type FieldsProps = {
  values: Values;
  problems: Problems;
  changed: readonly string[];
  /** Newer values of fields that someone else changed in the meantime, in words. */
  notes?: Problems;
  isNew: boolean;
  editable: boolean;
  set: (name: string, value: string) => void;
};

type RowQuery<Row> = ReturnType<typeof queryOptions<Row, ApiError, Row, readonly [string]>>;

/** Everything that tells colleges, departments and positions apart for what they have in common. */
export type UnitSpec<Row extends UnitRow = UnitRow> = {
  type: UnitType;
  page: PagePath;
  endpoint: Callable;
  query: (id: string) => RowQuery<Row>;
  detail: DetailEndpoints;
  /** Reading calls that are out of date after a change. */
  stale: readonly Callable[];
  create: (body: Values) => Promise<Row>;
  update: (id: string, body: Record<string, unknown>) => Promise<Row>;
  previewMerge: (id: string, intoId: string) => Promise<OrganisationEffect>;
  /** What saving these changes does to people, where it does anything. */
  previewUpdate?: (row: Row, body: Record<string, unknown>) => Promise<OrganisationEffect> | null;
  noValues: Values;
  valuesOf: (row: Row) => Values;
  bodyOf: (values: Values) => Record<string, unknown>;
  problemsOf: (values: Values, texts: Texts) => Problems;
  Fields: ComponentType<FieldsProps>;
  facts: (row: Row, context: { texts: Texts; format: Format }) => Fact[];
  /** What activities hold, in words. */
  valueWords: (field: string, value: unknown, texts: Texts) => string | undefined;
  /** What else its activities name by id. */
  named?: (row: Row) => readonly { id: string; name: string }[];
  /** Nothing is in it: it can be deleted. */
  isEmpty: (row: Row) => boolean;
  mayChange: (row: Row, roleId: number) => boolean;
  /** Where its people are listed. */
  peopleHref: (row: Row) => string;
};

type Issue = { path: PropertyKey[] };
type Schema = { safeParse(value: unknown): { success: true } | { success: false; error: { issues: Issue[] } } };

/** What the contract would refuse, in the reader's words. */
export function problemsWith(schema: Schema, body: Record<string, unknown>, texts: Texts): Problems {
  const parsed = schema.safeParse(body);
  if (parsed.success) return {};
  const wrong = new Set(parsed.error.issues.map(({ path }) => String(path[0])));
  return Object.fromEntries(
    [...wrong].map((name) => {
      const isWritten = Boolean(body[name]);
      return [name, name === 'code' && isWritten ? texts.organisation.form.badCode : texts.words.required];
    }),
  );
}

/** What the common properties of an input are, by the name of its value. */
export function fieldOf(props: FieldsProps, labels: Readonly<Record<string, string>>) {
  const { values, problems, changed, notes, isNew, editable, set } = props;
  return (name: string) => ({
    label: labels[name] ?? name,
    value: values[name] ?? '',
    error: problems[name],
    changed: !isNew && changed.includes(name),
    note: notes?.[name],
    ...(editable && { onChange: (value: string) => set(name, value) }),
  });
}
