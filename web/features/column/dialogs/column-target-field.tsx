import type { ColumnNode } from '@lectern/contract/features/column.ts';
import { useState } from 'react';
import { FindField } from '../../../components/resource/find-field.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { treeRows } from '../tree/column-tree.ts';

export type Target = { id: string | null; name: string };
type Props = {
  label: string;
  columns: readonly ColumnNode[];
  fits: (column: ColumnNode) => boolean;
  /** Offers the top level, too. */
  withTop?: boolean;
  value: Target | null;
  error?: string | undefined;
  onChange: (target: Target | null) => void;
};

const topId = 'top';

/** Another column, found by its name. */
export function ColumnTargetField({ label, columns, fits, withTop, value, error, onChange }: Props) {
  const { column: words } = useTexts();
  const [text, setText] = useState(value?.name ?? '');
  const wanted = value?.name === text ? '' : text.trim().toLowerCase();
  const options = treeRows(columns, () => true)
    .filter(({ column }) => fits(column) && column.name.toLowerCase().includes(wanted))
    .map(({ column, depth }) => ({ id: column.id, label: column.name, depth: wanted ? 0 : depth, note: column.slug }));
  const top = withTop && !wanted ? [{ id: topId, label: words.form.top }] : [];
  return (
    <FindField
      label={label}
      placeholder={words.dialog.find}
      error={error}
      text={text}
      options={[...top, ...options]}
      none={words.dialog.nothing}
      onText={(next) => {
        setText(next);
        onChange(null);
      }}
      onPick={({ id, label: name }) => {
        setText(name);
        onChange({ id: id === topId ? null : id, name });
      }}
    />
  );
}
