import { useState } from 'react';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { SelectField } from '../../select-field.tsx';
import { ColumnField } from '../column-field.tsx';
import { QuestionDialog } from './question-dialog.tsx';
import type { ResourceTarget } from './resource-dialog.ts';
import { useResourceStart, useWhat } from './use-resource-start.ts';

type Props = { action: 'addToColumn' | 'removeFromColumn'; target: ResourceTarget };

/** Puts resources into a column by hand, or takes them out of one. */
export function ColumnDialog({ action, target }: Props) {
  const { resourceDeeds, resource } = useTexts();
  const words = resourceDeeds.column;
  const what = useWhat(target);
  const held = action === 'removeFromColumn' ? target.row?.columns : undefined;
  const [column, setColumn] = useState<{ id: string; name: string } | null>(held?.[0] ?? null);
  const [tried, setTried] = useState(false);
  const { busy, start } = useResourceStart(action, target);
  return (
    <QuestionDialog
      title={fillText(words[action], { what })}
      submitLabel={action === 'addToColumn' ? words.add : words.remove}
      busy={busy}
      onSubmit={() => {
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
    </QuestionDialog>
  );
}
