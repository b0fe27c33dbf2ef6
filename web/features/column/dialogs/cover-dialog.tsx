import { type ColumnNode, setColumnCover } from '@lectern/contract/features/column.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrorsOf } from '../../../components/field-errors.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { closeColumnDialog } from '../column-dialog.ts';
import { keepColumn, refreshColumns } from '../use-columns.ts';
import { FoundResources } from './found-resources.tsx';
import { Question } from './question.tsx';

/** A picture of the library becomes the column's cover. */
export function CoverDialog({ column }: { column: ColumnNode }) {
  const { column: texts } = useTexts();
  const words = texts.picker;
  const client = useQueryClient();
  const set = useMutationOf(setColumnCover, { quiet: true, idempotent: true });
  const [chosen, setChosen] = useState<string | null>(null);
  const refused = fieldErrorsOf(set.error).resourceId;
  const confirm = () => {
    if (!chosen) return;
    set.mutate(
      { params: { id: column.id }, body: { resourceId: chosen, version: column.version } },
      {
        onSuccess: (saved) => {
          keepColumn(client, saved);
          notify({ level: 'success', title: fillText(texts.done.cover, { name: saved.name }) });
          closeColumnDialog();
        },
        onError: () => void refreshColumns(client),
      },
    );
  };
  return (
    <Question
      title={fillText(words.coverTitle, { name: column.name })}
      confirmLabel={words.take}
      busy={set.isPending}
      disabled={!chosen}
      error={refused ? null : set.error}
      onConfirm={confirm}
    >
      <FoundResources
        label={texts.form.coverChoose}
        kind="image"
        many={false}
        chosen={new Set(chosen ? [chosen] : [])}
        onToggle={(hit) => setChosen(hit.id)}
      />
      {refused && <div className="field-help field-error">{refused}</div>}
    </Question>
  );
}
