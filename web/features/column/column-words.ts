import type { ColumnNode } from '@lectern/contract/features/column.ts';
import { type FieldWords, namedField, plainValue } from '../../components/detail/field-words.ts';
import type { Texts } from '../../lib/i18n/use-texts.ts';

/** Names for what activities of columns hold. */
export function columnWords({ column: words, words: common, list }: Texts, columns: readonly ColumnNode[]): FieldWords {
  const { form } = words;
  const fields: Record<string, string> = {
    ...words.fields,
    name: form.name,
    slug: form.slug,
    description: form.description,
    visible: form.visible,
    mode: form.mode,
    rule: form.rule,
    sortRule: form.sort,
    itemLimit: form.limit,
  };
  const choices: Record<string, Readonly<Record<string, string>>> = { mode: form.modes, sortRule: form.sorts };
  const nameOf = (id: unknown) => columns.find((column) => column.id === id)?.name;
  return {
    field: (field) => namedField(fields, field),
    value(field, value) {
      if (typeof value === 'boolean') return value ? list.yes : list.no;
      if (Array.isArray(value)) return String(value.length);
      if (field === 'parentId')
        return value ? (nameOf(value) ?? common.unknown) : value === null ? form.top : common.none;
      return choices[field]?.[String(value)] ?? nameOf(value) ?? plainValue(value, common.none);
    },
    action: (action) => words.activity[action] ?? action,
  };
}
