import { addColumnItems, type ColumnNode, removeColumnItems } from '@lectern/contract/features/column.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toggled } from '../../../components/list-page/editors/check-list.tsx';
import { call } from '../../../lib/api-client.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { closeColumnDialog } from '../column-dialog.ts';
import { useColumnItems } from '../content/use-column-items.ts';
import { useColumnDeeds } from '../use-column-deeds.ts';
import { refreshColumns } from '../use-columns.ts';
import { FoundResources } from './found-resources.tsx';
import { Question } from './question.tsx';

/** Finds resources and puts them into the column, at its end. */
export function AddItemsDialog({ column }: { column: ColumnNode }) {
  const { column: texts } = useTexts();
  const words = texts.picker;
  const client = useQueryClient();
  const { told } = useColumnDeeds();
  const { rows } = useColumnItems(column.id);
  const add = useMutationOf(addColumnItems, { quiet: true, idempotent: true });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const params = { id: column.id };
  const confirm = () => {
    const resourceIds = [...chosen];
    add.mutate(
      { params, body: { resourceIds } },
      {
        onSuccess: ({ added }) => {
          closeColumnDialog();
          void refreshColumns(client);
          if (added === 0) return void told(fillText(texts.done.addedNone, { name: column.name }));
          const undo = async () => {
            await call(removeColumnItems, { params, body: { resourceIds } });
            await refreshColumns(client);
          };
          // Some were in it before: taking out all of them would be more than was done.
          const exact = added === resourceIds.length;
          told(fillText(texts.done.added, { count: added, name: column.name }), exact ? undo : undefined);
        },
      },
    );
  };
  return (
    <Question
      title={fillText(words.title, { name: column.name })}
      confirmLabel={chosen.size > 0 ? fillText(words.add, { count: chosen.size }) : words.addNone}
      busy={add.isPending}
      disabled={chosen.size === 0 || chosen.size > 200}
      error={add.error}
      onConfirm={confirm}
    >
      <FoundResources
        label={texts.content.add}
        many
        chosen={chosen}
        inside={new Set(rows.map((row) => row.id))}
        onToggle={({ id }) => setChosen((known) => toggled(known, id))}
      />
    </Question>
  );
}
