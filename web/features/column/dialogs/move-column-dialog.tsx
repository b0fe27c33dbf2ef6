import type { ColumnNode } from '@lectern/contract/features/column.ts';
import { useState } from 'react';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { closeColumnDialog } from '../column-dialog.ts';
import { subtreeIds } from '../tree/column-tree.ts';
import { useColumnDeeds } from '../use-column-deeds.ts';
import { ColumnTargetField, type Target } from './column-target-field.tsx';
import { Question } from './question.tsx';

type Props = { column: ColumnNode; columns: readonly ColumnNode[] };

/** Another place for a column, for whoever does not drag. */
export function MoveColumnDialog({ column, columns }: Props) {
  const words = useTexts().column.dialog;
  const deeds = useColumnDeeds();
  const [target, setTarget] = useState<Target | null>(null);
  const [tried, setTried] = useState(false);
  const own = subtreeIds(columns, column.id);
  const confirm = () => {
    setTried(true);
    if (!target) return;
    closeColumnDialog();
    void deeds.place(column.id, { parentId: target.id, beforeId: null });
  };
  return (
    <Question
      title={fillText(words.moveTitle, { name: column.name })}
      confirmLabel={words.move}
      busy={false}
      onConfirm={confirm}
    >
      <p>{words.moveText}</p>
      <ColumnTargetField
        label={words.moveInto}
        columns={columns}
        fits={({ id }) => !own.has(id)}
        withTop
        value={target}
        error={tried && !target ? words.needTarget : undefined}
        onChange={setTarget}
      />
    </Question>
  );
}
