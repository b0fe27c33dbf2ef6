import { type ColumnNode, columnDetailEndpoints } from '@lectern/contract/features/column.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ActivityTab } from '../../components/detail/activity-tab.tsx';
import { type FieldWords, namedField, plainValue } from '../../components/detail/field-words.ts';
import { type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { refreshColumns, useOpenedColumn } from './use-columns.ts';

/** Activity of the column, with Revert. */
export function ColumnActivity() {
  const { column, columns } = useOpenedColumn();
  const texts = useTexts();
  const client = useQueryClient();
  const words = useMemo(() => columnWords(texts, columns), [texts, columns]);
  return (
    <div className="column-pad">
      <ActivityTab
        calls={columnDetailEndpoints}
        id={column.id}
        version={column.version}
        words={words}
        current={column}
        onReverted={() => void refreshColumns(client)}
      />
    </div>
  );
}

/** Labels and values for column activities. */
function columnWords({ column: words, words: common, list }: Texts, columns: readonly ColumnNode[]): FieldWords {
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
      return choices[field]?.[String(value)] ?? nameOf(value) ?? plainValue(value, common);
    },
    action: (action) => words.activity[action],
  };
}
