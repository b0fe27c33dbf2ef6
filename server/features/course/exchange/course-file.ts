import { defaultAudience } from '@lectern/contract/audience.ts';
import { chapterFields } from '@lectern/contract/features/chapter.ts';
import { chapterItemFields } from '@lectern/contract/features/chapter-item.ts';
import { courseFields, courseParts } from '@lectern/contract/features/course.ts';
import { resourceLanguages } from '@lectern/contract/features/resource.ts';
import { resourceKinds } from '@lectern/contract/features/resource-state.ts';
import type { CourseFileTexts } from '@lectern/contract/messages/en/course-file.ts';
import { fillText } from '@lectern/contract/messages/fill-text.ts';
import { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import { wordsOf } from '../../../platform/messages.ts';

/** Lectern's own format. Files of unknown versions are rejected. */
export const courseFileFormat = 'lectern-course';
export const courseFileVersion = 2;
/** Version 1 has no audience, cover, subtitles or report. */
export const readVersions = [1, courseFileVersion] as const;

const path = z.string().max(500);
const subtitle = z.strictObject({
  language: z.enum(resourceLanguages),
  label: z.string().max(100),
  isDefault: z.boolean(),
  path,
});
export type FileSubtitle = z.output<typeof subtitle>;

const item = z.strictObject({
  title: z.string().max(300),
  kind: z.enum(resourceKinds),
  /** The resource id in the exporting installation. */
  id: z.uuid(),
  /** Hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Path in the archive; missing if the file isn't included. */
  path: path.optional(),
  /** Masked content was removed, so the file isn't the original. */
  redacted: z.boolean().optional(),
  subtitles: z.array(subtitle).max(50).optional(),
  required: chapterItemFields.required,
  startMs: chapterItemFields.startMs,
  endMs: chapterItemFields.endMs,
  note: chapterItemFields.note,
});
export type FileItem = z.output<typeof item>;

export type FileChapter = z.output<z.ZodObject<typeof chapterFields>> & { items: FileItem[]; chapters: FileChapter[] };
const chapter: z.ZodType<FileChapter> = z.lazy(() =>
  z.strictObject({ ...chapterFields, items: z.array(item).max(500), chapters: z.array(chapter).max(1000) }),
);

export const courseFile = z.strictObject({
  format: z.literal(courseFileFormat),
  version: z.literal(readVersions),
  exportedAt: z.iso.datetime(),
  course: z.strictObject({
    name: courseFields.name,
    code: courseFields.code,
    term: courseFields.term,
    description: courseFields.description,
    language: courseFields.language,
    audience: courseFields.audience.default(defaultAudience),
    subjectCode: z.string().max(100).nullable(),
    cover: z.strictObject({ path }).optional(),
    people: z.array(z.strictObject({ name: z.string().trim().min(1).max(100), part: z.enum(courseParts) })).max(100),
  }),
  chapters: z.array(chapter).max(1000),
  /** What the export left out, without titles. Imports ignore it. */
  report: z.unknown().optional(),
});
export type CourseFile = z.output<typeof courseFile>;

/** What an import creates, whatever the source format. */
export type PlannedItem = Pick<FileItem, 'title' | 'required' | 'startMs' | 'endMs' | 'note'> & {
  id?: string;
  sha256?: string;
  path?: string;
  redacted?: boolean | undefined;
  subtitles?: FileSubtitle[] | undefined;
};
export type PlannedChapter = Omit<FileChapter, 'items' | 'chapters'> & {
  items: PlannedItem[];
  chapters: PlannedChapter[];
};
export type PlannedCourse = {
  course: CourseFile['course'];
  chapters: PlannedChapter[];
  leftOut: { title: string; why: string }[];
};

export function courseFileRefused(flaw: keyof CourseFileTexts['flaws'], values: Record<string, string> = {}): AppError {
  const reason = wordsOf(({ courseFile }) => fillText(courseFile.flaws[flaw], values));
  return new AppError('courseFileRefused', { params: { reason } });
}
