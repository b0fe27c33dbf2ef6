import type { chapterFields } from '@lectern/contract/features/chapter.ts';
import type { z } from 'zod';
import type { ChapterColumns, StoredChapter } from './chapter.repository.ts';

export type ChapterFields = z.output<z.ZodObject<typeof chapterFields>>;
export type ChapterEdit = { [Name in keyof ChapterFields]?: ChapterFields[Name] | undefined };

const columnNames = {
  title: 'title',
  goals: 'goals',
  body: 'body',
  visible: 'visible',
  availableFrom: 'available_from',
  availableUntil: 'available_until',
} as const satisfies Record<keyof ChapterFields, keyof StoredChapter>;

/** By the names that the API and the activities use. */
export function chapterValues(chapter: StoredChapter): ChapterFields {
  return {
    title: chapter.title,
    goals: chapter.goals,
    body: chapter.body,
    visible: chapter.visible,
    availableFrom: chapter.available_from?.toISOString() ?? null,
    availableUntil: chapter.available_until?.toISOString() ?? null,
  };
}

/** Columns of the fields that are named and differ; before and after as activities spell them. */
export function chapterDifferences(chapter: StoredChapter, edit: ChapterEdit) {
  const values = chapterValues(chapter);
  const wanted: ChapterEdit = {
    ...edit,
    ...(edit.availableFrom && { availableFrom: new Date(edit.availableFrom).toISOString() }),
    ...(edit.availableUntil && { availableUntil: new Date(edit.availableUntil).toISOString() }),
  };
  const names = (Object.keys(columnNames) as (keyof ChapterFields)[]).filter(
    (name) => wanted[name] !== undefined && wanted[name] !== values[name],
  );
  const columns = Object.fromEntries(
    names.map((name) => {
      const value = wanted[name];
      return [columnNames[name], name.startsWith('available') && value ? new Date(String(value)) : value];
    }),
  ) as ChapterColumns;
  return {
    columns,
    before: Object.fromEntries(names.map((name) => [name, values[name]])),
    after: Object.fromEntries(names.map((name) => [name, wanted[name]])),
  };
}
