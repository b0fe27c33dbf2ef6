import { type ColumnNode, mergeColumn } from '@lectern/contract/features/column.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { useColumnAddress } from '../column-address.ts';
import { closeColumnDialog } from '../column-dialog.ts';
import { subtreeIds } from '../tree/column-tree.ts';
import { refreshColumns } from '../use-columns.ts';
import { ColumnEffects } from './column-effects.tsx';
import { ColumnTargetField, type Target } from './column-target-field.tsx';
import { Question } from './question.tsx';

type Props = { column: ColumnNode; columns: readonly ColumnNode[] };

export function MergeColumnDialog({ column, columns }: Props) {
  const { column: texts } = useTexts();
  const words = texts.dialog;
  const client = useQueryClient();
  const { open } = useColumnAddress();
  const merge = useMutationOf(mergeColumn, { quiet: true, idempotent: true });
  const [target, setTarget] = useState<Target | null>(null);
  const [tried, setTried] = useState(false);
  const own = subtreeIds(columns, column.id);
  const holds = column.mode === 'manual' && column.held > 0;
  const confirm = () => {
    setTried(true);
    if (!target?.id) return;
    merge.mutate(
      { params: { id: column.id }, body: { intoId: target.id, version: column.version } },
      {
        onSuccess: async (into) => {
          notify({ level: 'success', title: fillText(texts.done.merged, { name: column.name, into: into.name }) });
          closeColumnDialog();
          open(into.id, 'content');
          await refreshColumns(client);
        },
        onError: () => void refreshColumns(client),
      },
    );
  };
  return (
    <Question
      title={fillText(words.mergeTitle, { name: column.name })}
      confirmLabel={words.merge}
      look="danger"
      busy={merge.isPending}
      error={merge.error}
      onConfirm={confirm}
    >
      <ColumnEffects id={column.id} />
      <ColumnTargetField
        label={words.mergeInto}
        columns={columns}
        // What is held by hand can't go where a rule decides.
        fits={({ id, mode }) => !own.has(id) && (!holds || mode === 'manual')}
        value={target}
        error={tried && !target ? words.needTarget : undefined}
        onChange={setTarget}
      />
      <p>{fillText(words.mergeText, { name: column.name })}</p>
    </Question>
  );
}
