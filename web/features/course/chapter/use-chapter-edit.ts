import {
  type ChapterView,
  chapterDetailEndpoints,
  listChapterActivity,
  updateChapter,
} from '@lectern/contract/features/chapter.ts';
import { getCatalogue } from '@lectern/contract/features/course-catalogue.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useDetailForm } from '../../../components/detail/use-detail-form.ts';
import { useEditLock } from '../../../components/detail/use-edit-lock.ts';
import { registerActions } from '../../../lib/actions.ts';
import { call } from '../../../lib/api-client.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { isAnswerOf } from '../../../lib/queries.ts';
import { useLatest } from '../../../lib/use-latest.ts';
import { bodyOf, problemsOf, valuesOf } from './chapter-values.ts';
import { keepChapter } from './use-chapter.ts';

/** Edits of a chapter: under the edit lock, with the version, kept through conflicts, with a way back. */
export function useChapterEdit(chapter: ChapterView, refresh: () => Promise<unknown>) {
  const texts = useTexts();
  const client = useQueryClient();
  const { timeZone } = useCurrentUser();
  const { id, version } = chapter;
  const keep = (saved: ChapterView) => {
    keepChapter(client, saved);
    void client.invalidateQueries({ predicate: isAnswerOf([getCatalogue, listChapterActivity]) });
  };
  const form = useDetailForm({
    id,
    stored: valuesOf(chapter, timeZone),
    check: (values) => problemsOf(values, texts),
    reload: refresh,
    save: async (values, changed) => {
      const before = bodyOf(valuesOf(chapter, timeZone), changed, timeZone);
      const body = { ...bodyOf(values, changed, timeZone), version };
      const saved = await call(updateChapter, { params: { id }, body }, { quiet: true });
      keep(saved);
      const undo = async () =>
        keep(await call(updateChapter, { params: { id }, body: { ...before, version: saved.version } }));
      notify({
        level: 'success',
        title: fillText(texts.chapter.done.saved, { title: saved.title }),
        deed: { label: texts.drag.undo, run: () => void undo().catch(() => refresh()) },
      });
    },
  });
  const lock = useEditLock(chapterDetailEndpoints, id, form.changed.length > 0);
  const goOn = () => {
    lock.goOn();
    void refresh();
  };
  const editable = chapter.mayEdit && !lock.other && !lock.finished;
  const save = useLatest(() => editable && form.submit());
  useEffect(
    () =>
      registerActions([
        {
          id: 'chapter.save',
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
export type ChapterEdit = ReturnType<typeof useChapterEdit>;
