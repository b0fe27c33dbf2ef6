import {
  type ColumnNode,
  columnDetailEndpoints,
  listColumnActivity,
  updateColumn,
} from '@lectern/contract/features/column.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useDetailForm } from '../../../components/detail/use-detail-form.ts';
import { useEditLock } from '../../../components/detail/use-edit-lock.ts';
import { registerActions } from '../../../lib/actions.ts';
import { call } from '../../../lib/api-client.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { isAnswerOf } from '../../../lib/queries.ts';
import { useLatest } from '../../../lib/use-latest.ts';
import { useColumnDeeds } from '../use-column-deeds.ts';
import { keepColumn, refreshColumns, useMayManage } from '../use-columns.ts';
import { bodyOf, problemsOf, valuesOf } from './column-values.ts';

/** Edits of a column: under the edit lock, with the version, with a way back. */
export function useColumnForm(column: ColumnNode) {
  const texts = useTexts();
  const client = useQueryClient();
  const deeds = useColumnDeeds();
  const mayManage = useMayManage();
  const form = useDetailForm({
    id: column.id,
    stored: valuesOf(column),
    check: (values) => problemsOf(values, texts),
    reload: () => refreshColumns(client),
    save: async (values, changed) => {
      const pick = (body: Record<string, unknown>) => Object.fromEntries(changed.map((name) => [name, body[name]]));
      const before = pick(bodyOf(valuesOf(column)));
      const request = { params: { id: column.id }, body: { ...pick(bodyOf(values)), version: column.version } };
      const saved = await call(updateColumn, request, { quiet: true });
      keepColumn(client, saved);
      void refreshColumns(client);
      void client.invalidateQueries({ predicate: isAnswerOf([listColumnActivity]) });
      deeds.told(fillText(texts.column.done.saved, { name: saved.name }), async () => {
        await deeds.update(column.id, before);
        await refreshColumns(client);
      });
    },
  });
  const lock = useEditLock(columnDetailEndpoints, column.id, form.changed.length > 0);
  const goOn = () => {
    lock.goOn();
    void refreshColumns(client);
  };
  const editable = mayManage && !lock.other && !lock.finished;

  const save = useLatest(() => editable && form.submit());
  useEffect(
    () =>
      registerActions([
        {
          id: 'column.save',
          label: ({ words }) => words.save,
          group: 'view',
          keys: '$mod+s',
          keysOnly: true,
          run: () => void save.current(),
        },
      ]),
    [],
  );
  return { form, lock, goOn, editable };
}
