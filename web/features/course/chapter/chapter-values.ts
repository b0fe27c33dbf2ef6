import { type ChapterView, chapterFields } from '@lectern/contract/features/chapter.ts';
import type { Texts } from '../../../lib/i18n/use-texts.ts';
import { fromZonedInput, toZonedInput } from '../../../lib/zoned-time.ts';

export type ChapterValues = {
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

/** The changed fields as the server takes them. */
export function bodyOf(values: ChapterValues, changed: readonly (keyof ChapterValues)[], timeZone: string) {
  const kept: Record<string, string | boolean | null> = {};
  for (const name of changed) {
    if (name === 'availableFrom' || name === 'availableUntil') kept[name] = fromZonedInput(values[name], timeZone);
    else kept[name] = values[name];
  }
  return kept;
}

type Problems = Partial<Record<keyof ChapterValues, string>>;

/** What can be said before the server is asked. */
export function problemsOf(values: ChapterValues, { course, words }: Texts): Problems {
  const problems: Problems = {};
  if (!chapterFields.title.safeParse(values.title).success) problems.title = words.required;
  const { availableFrom: from, availableUntil: until } = values;
  if (from && until && until <= from) problems.availableUntil = course.form.untilBeforeFrom;
  return problems;
}
