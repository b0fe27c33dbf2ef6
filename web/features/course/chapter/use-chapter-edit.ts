import {
  type ChapterView,
  chapterDetailEndpoints,
  chapterFields,
  getChapter,
  listChapterActivity,
  updateChapter,
} from '@lectern/contract/features/chapter.ts';
import { getCatalogue } from '@lectern/contract/features/course-catalogue.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDetailForm } from '../../../components/detail/use-detail-form.ts';
import { useEditing, useSaveKey } from '../../../components/detail/use-editing.ts';
import { call } from '../../../lib/api-client.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { isAnswerOf, queryKeyOf, queryOf } from '../../../lib/queries.ts';
import { fromZonedInput, toZonedInput } from '../../../lib/zoned-time.ts';

/** Edit state of a chapter: edit lock, version check, edits kept through conflicts, and Undo. */
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
        action: { label: texts.drag.undo, run: () => void undo().catch(() => refresh()) },
      });
    },
  });
  const edit = useEditing({ calls: chapterDetailEndpoints, id: id, form, mayEdit: chapter.mayEdit, reload: refresh });
  useSaveKey('chapter.save', edit);
  return edit;
}
export type ChapterEdit = ReturnType<typeof useChapterEdit>;

type ChapterValues = {
  title: string;
  goals: string;
  body: string;
  visible: boolean;
  availableFrom: string;
  availableUntil: string;
};

export function valuesOf(chapter: ChapterView, timeZone: string): ChapterValues {
  const { title, goals, body, visible } = chapter;
  const time = (at: string | null) => (at ? toZonedInput(at, timeZone) : '');
  return {
    title,
    goals,
    body,
    visible,
    availableFrom: time(chapter.availableFrom),
    availableUntil: time(chapter.availableUntil),
  };
}

/** The changed fields as a request body. */
function bodyOf(values: ChapterValues, changed: readonly (keyof ChapterValues)[], timeZone: string) {
  const kept: Record<string, string | boolean | null> = {};
  for (const name of changed) {
    if (name === 'availableFrom' || name === 'availableUntil') kept[name] = fromZonedInput(values[name], timeZone);
    else kept[name] = values[name];
  }
  return kept;
}

type Problems = Partial<Record<keyof ChapterValues, string>>;

/** Client-side validation. */
function problemsOf(values: ChapterValues, { course, words }: Texts): Problems {
  const problems: Problems = {};
  if (!chapterFields.title.safeParse(values.title).success) problems.title = words.required;
  const { availableFrom: from, availableUntil: until } = values;
  if (from && until && until <= from) problems.availableUntil = course.form.untilBeforeFrom;
  return problems;
}

/** A chapter with its resources; `known` is false when there is no chapter to load. */
export function useChapter(id: string, known = true) {
  return useQuery({ ...queryOf(getChapter, { params: { id } }, { quiet: true }), retry: false, enabled: known });
}

export function keepChapter(client: QueryClient, chapter: ChapterView): void {
  client.setQueryData(queryKeyOf(getChapter, { params: { id: chapter.id } }), chapter);
}
