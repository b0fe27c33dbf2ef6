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

/** Form values by field name; all strings, as inputs hold them. */
export type Values = Record<string, string>;
export type Problems = Partial<Record<string, string>>;

export type FieldsProps = {
  values: Values;
  problems: Problems;
  changed: readonly string[];
  /** Newer stored values of fields that someone else changed in the meantime, as display text. */
  notes?: Problems;
  isNew: boolean;
  editable: boolean;
  set: (name: string, value: string) => void;
};

type RowQuery<Row> = ReturnType<typeof queryOptions<Row, ApiError, Row, readonly [string]>>;

/** The differences between colleges, departments and positions; their pages and dialogs are shared. */
export type UnitSpec<Row extends UnitRow = UnitRow> = {
  type: UnitType;
  page: PagePath;
  endpoint: Callable;
  query: (id: string) => RowQuery<Row>;
  detail: DetailEndpoints;
  /** Read calls to invalidate after a change. */
  stale: readonly Callable[];
  create: (body: Values) => Promise<Row>;
  update: (id: string, body: Record<string, unknown>) => Promise<Row>;
  previewMerge: (id: string, intoId: string) => Promise<OrganisationEffect>;
  /** Previews what saving these changes does to people; null when it affects nobody. */
  previewUpdate?: (row: Row, body: Record<string, unknown>) => Promise<OrganisationEffect> | null;
  noValues: Values;
  valuesOf: (row: Row) => Values;
  bodyOf: (values: Values) => Record<string, unknown>;
  problemsOf: (values: Values, texts: Texts) => Problems;
  Fields: ComponentType<FieldsProps>;
  facts: (row: Row, context: { texts: Texts; format: Format }) => Fact[];
  /** Display text for a value in the activity log. */
  valueWords: (field: string, value: unknown, texts: Texts) => string | undefined;
  /** Other objects that the row's activities refer to by id. */
  named?: (row: Row) => readonly { id: string; name: string }[];
  /** An empty unit can be deleted. */
  isEmpty: (row: Row) => boolean;
  mayChange: (row: Row, roleId: number) => boolean;
  /** Address of the list of its people. */
  peopleHref: (row: Row) => string;
};

type Issue = { path: PropertyKey[] };
type Schema = { safeParse(value: unknown): { success: true } | { success: false; error: { issues: Issue[] } } };

/** Problems the contract would report, by field, in the user's language. */
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

/** Builds the props that all inputs share, by field name. */
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
