import { listSensitivePacks } from '@lectern/contract/features/sensitive-pack.ts';
import {
  getSensitiveWord,
  listSensitiveWords,
  type SensitiveWordRow,
  updateSensitiveWord,
} from '@lectern/contract/features/sensitive-word.ts';
import {
  listSensitiveWordActivity,
  sensitiveWordDetailEndpoints,
} from '@lectern/contract/features/sensitive-word-detail.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDetailForm } from '../../../components/detail/use-detail-form.ts';
import { useEditLock } from '../../../components/detail/use-edit-lock.ts';
import { call } from '../../../lib/api-client.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useLiveEvents } from '../../../lib/live-events.ts';
import { notify } from '../../../lib/notifications.ts';
import { isAnswerOf, queryOf } from '../../../lib/queries.ts';
import { askImpact } from '../impact/ask-impact.ts';
import { mayManage } from '../word-actions.ts';
import { canChangeHits, changesOf, problemsOf, refusedFields, valuesOf } from '../word-values.ts';

/** One word as stored, and everything that keeps that fresh. */
export function useStoredWord(id: string, row: SensitiveWordRow | undefined) {
  const client = useQueryClient();
  const word = useQuery({
    ...queryOf(getSensitiveWord, { params: { id } }, { quiet: true }),
    ...(row && { placeholderData: row }),
  });
  const refresh = () =>
    client.invalidateQueries({ predicate: isAnswerOf([getSensitiveWord, listSensitiveWordActivity]) });
  // An action on words may have been for this one.
  useLiveEvents('operation', ({ operation }) => {
    if (operation.list === 'sensitiveWord' && operation.finishedAt) void refresh();
  });
  return { word, refresh };
}

/** Edits of a word: under the edit lock, with the version, and saved once their effect was seen. */
export function useWordSheet(word: SensitiveWordRow, refresh: () => Promise<void>) {
  const texts = useTexts();
  const me = useCurrentUser();
  const client = useQueryClient();
  const [weighing, setWeighing] = useState(false);
  const form = useDetailForm({
    id: word.id,
    stored: valuesOf(word),
    check: (values) => problemsOf(values, texts),
    refused: refusedFields,
    reload: refresh,
    save: async (values, changed) => {
      const request = { params: { id: word.id }, body: { ...changesOf(values, changed), version: word.version } };
      const saved = await call(updateSensitiveWord, request, { quiet: true });
      client.setQueryData(queryOf(getSensitiveWord, { params: { id: word.id } }).queryKey, saved);
      const stale = [listSensitiveWords, listSensitivePacks, listSensitiveWordActivity];
      void client.invalidateQueries({ predicate: isAnswerOf(stale) });
      notify({ level: 'success', title: fillText(texts.sensitiveWord.form.saved, { text: saved.text }) });
    },
  });
  const lock = useEditLock(sensitiveWordDetailEndpoints, word.id, form.changed.length > 0);
  const editable = mayManage(me) && !lock.other && !lock.finished;
  const save = async () => {
    if (!editable || weighing || form.saving || form.changed.length === 0) return;
    const isFine = Object.keys(problemsOf(form.values, texts)).length === 0;
    if (isFine && canChangeHits(form.changed)) {
      setWeighing(true);
      const changes = [{ kind: 'change' as const, id: word.id, word: changesOf(form.values, form.changed) }];
      const goOn = await askImpact({ of: { changes } });
      setWeighing(false);
      if (!goOn) return;
    }
    await form.submit();
  };
  const goOn = () => {
    lock.goOn();
    void refresh();
  };
  return { form, lock, goOn, editable, weighing, save };
}
export type WordSheetState = ReturnType<typeof useWordSheet>;
