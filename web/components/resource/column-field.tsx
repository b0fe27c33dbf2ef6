import { type ColumnNode, listColumns } from '@lectern/contract/features/column.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import { ErrorPanel } from '../error-panel.tsx';
import { FindField } from './find-field.tsx';

type Props = {
  value: { id: string; name: string } | null;
  error?: string | undefined;
  onChange: (column: { id: string; name: string } | null) => void;
};

/** One column of the display tree. Those that fill themselves by a rule can't be filled by hand. */
export function ColumnField({ value, error, onChange }: Props) {
  const { resource } = useTexts();
  const words = resource.columnChooser;
  const columns = useQuery(queryOf(listColumns, {}, { quiet: true }));
  const [text, setText] = useState(value?.name ?? '');
  if (columns.error) return <ErrorPanel error={columns.error} onRetry={() => void columns.refetch()} />;
  const wanted = value?.name === text ? '' : text.trim().toLowerCase();
  const options = columnOrder(columns.data ?? [])
    .filter(({ column }) => column.mode === 'manual' && column.name.toLowerCase().includes(wanted))
    .map(({ column, depth }) => ({ id: column.id, label: column.name, depth: wanted ? 0 : depth }));
  return (
    <FindField
      label={words.label}
      placeholder={words.find}
      error={error}
      text={text}
      options={options}
      none={words.none}
      disabled={!columns.data}
      onText={(next) => {
        setText(next);
        onChange(null);
      }}
      onPick={({ id, label }) => {
        setText(label);
        onChange({ id, name: label });
      }}
    />
  );
}

/** Columns as the tree is read. */
export function columnOrder(columns: readonly ColumnNode[]): { column: ColumnNode; depth: number }[] {
  const below = Map.groupBy(columns, ({ parentId }) => parentId);
  const walk = (parent: string | null, depth: number): { column: ColumnNode; depth: number }[] =>
    (below.get(parent) ?? []).flatMap((column) => [{ column, depth }, ...walk(column.id, depth + 1)]);
  return walk(null, 0);
}
