import { type ColumnNode, deleteColumn } from '@lectern/contract/features/column.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { useColumnAddress } from '../column-address.ts';
import { closeColumnDialog } from '../column-dialog.ts';
import { subtreeIds } from '../tree/column-tree.ts';
import { refreshColumns } from '../use-columns.ts';
import { ColumnEffects, useEffects } from './column-effects.tsx';
import { ColumnTargetField, type Target } from './column-target-field.tsx';
import { Question } from './question.tsx';

type Props = { column: ColumnNode; columns: readonly ColumnNode[] };

/** Says what goes along, and asks where to put what the column holds. */
export function DeleteColumnDialog({ column, columns }: Props) {
  const { column: texts } = useTexts();
  const words = texts.dialog;
  const client = useQueryClient();
  const { id: openId, open } = useColumnAddress();
  const remove = useMutationOf(deleteColumn, { quiet: true, idempotent: true });
  const effects = useEffects(column.id);
  const [way, setWay] = useState<'leave' | 'handOn'>('leave');
  const [target, setTarget] = useState<Target | null>(null);
  const [tried, setTried] = useState(false);
  const own = subtreeIds(columns, column.id);
  const asks = (effects.data?.resources ?? 0) > 0;
  const handsOn = asks && way === 'handOn';
  const confirm = () => {
    setTried(true);
    if (handsOn && !target) return;
    remove.mutate(
      { params: { id: column.id }, body: { targetId: handsOn ? (target?.id ?? null) : null, version: column.version } },
      {
        onSuccess: async () => {
          notify({ level: 'success', title: fillText(texts.done.deleted, { name: column.name }) });
          closeColumnDialog();
          if (openId && own.has(openId)) open(column.parentId, 'content');
          await refreshColumns(client);
        },
        onError: () => void refreshColumns(client),
      },
    );
  };
  return (
    <Question
      title={fillText(words.deleteTitle, { name: column.name })}
      confirmLabel={words.delete}
      look="danger"
      busy={remove.isPending}
      disabled={!effects.data}
      error={remove.error}
      onConfirm={confirm}
    >
      <ColumnEffects id={column.id} />
      {asks && (
        <ChoiceField
          label={words.target}
          {...(way === 'leave' && { hint: words.leaveHint })}
          value={way}
          options={[
            { value: 'leave', label: words.leave },
            { value: 'handOn', label: words.handOn },
          ]}
          onChange={setWay}
        />
      )}
      {handsOn && (
        <ColumnTargetField
          label={words.handOnTo}
          columns={columns}
          fits={({ id, mode }) => mode === 'manual' && !own.has(id)}
          value={target}
          error={tried && !target ? words.needTarget : undefined}
          onChange={setTarget}
        />
      )}
      <p>{words.final}</p>
    </Question>
  );
}
