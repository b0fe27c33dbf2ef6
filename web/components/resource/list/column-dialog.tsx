import { type ColumnNode, listColumns } from '@lectern/contract/features/column.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { ErrorPanel } from '../../error-panel.tsx';
import { FormDialog } from '../../form-dialog.tsx';
import { SelectField } from '../../select-field.tsx';
import { FindField } from '../find-field.tsx';
import type { ResourceTarget } from './resource-dialog.ts';
import { closeResourceDialog } from './resource-dialog.ts';
import { useResourceStart, useWhat } from './use-resource-start.ts';

type Props = { action: 'addToColumn' | 'removeFromColumn'; target: ResourceTarget };

/** Puts resources into a column by hand, or takes them out of one. */
export function ColumnDialog({ action, target }: Props) {
  const { resourceDialogs, resource } = useTexts();
  const words = resourceDialogs.column;
  const what = useWhat(target);
  const held = action === 'removeFromColumn' ? target.row?.columns : undefined;
  const [column, setColumn] = useState<{ id: string; name: string } | null>(held?.[0] ?? null);
  const [tried, setTried] = useState(false);
  const { busy, start } = useResourceStart(action, target);
  return (
    <FormDialog
      title={fillText(words[action], { what })}
      confirmLabel={action === 'addToColumn' ? words.add : words.remove}
      busy={busy}
      onClose={closeResourceDialog}
      onConfirm={() => {
        setTried(true);
        if (column) void start({ columnId: column.id });
      }}
    >
      {held ? (
        <SelectField
          label={resource.columnChooser.label}
          value={column?.id ?? ''}
          options={held.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => setColumn(held.find((one) => one.id === id) ?? null)}
        />
      ) : (
        <ColumnField value={column} error={tried && !column ? words.needed : undefined} onChange={setColumn} />
      )}
    </FormDialog>
  );
}

type ColumnFieldProps = {
  value: { id: string; name: string } | null;
  error?: string | undefined;
  onChange: (column: { id: string; name: string } | null) => void;
};

/** One column of the display tree. Those that fill themselves by a rule can't be filled by hand. */
function ColumnField({ value, error, onChange }: ColumnFieldProps) {
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
function columnOrder(columns: readonly ColumnNode[]): { column: ColumnNode; depth: number }[] {
  const below = Map.groupBy(columns, ({ parentId }) => parentId);
  const walk = (parent: string | null, depth: number): { column: ColumnNode; depth: number }[] =>
    (below.get(parent) ?? []).flatMap((column) => [{ column, depth }, ...walk(column.id, depth + 1)]);
  return walk(null, 0);
}
