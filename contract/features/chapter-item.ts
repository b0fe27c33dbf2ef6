import { z } from 'zod';
import { resourceProblems } from './course-check.ts';
import { resourceKinds, resourceStates } from './resource-state.ts';

/** So long a recording may be, in milliseconds: what fits the column. */
const longestMs = 2_000_000_000;

/** A resource as it stands in a chapter. One that the person may not read shows its kind and state only. */
export const chapterItem = z.strictObject({
  id: z.uuid(),
  chapterId: z.uuid(),
  resource: z.strictObject({
    id: z.uuid(),
    kind: z.enum(resourceKinds),
    title: z.string(),
    state: z.enum(resourceStates),
    format: z.string(),
    thumbnail: z.string().nullable(),
    durationSeconds: z.number().nullable(),
    pageCount: z.number().int().nullable(),
    /** false: the person who asks may not open it. */
    readable: z.boolean(),
  }),
  required: z.boolean(),
  /** The part of a video or a recording; null: from its beginning, to its end. */
  startMs: z.number().int().nullable(),
  endMs: z.number().int().nullable(),
  note: z.string(),
  problems: z.array(z.enum(resourceProblems)),
});
export type ChapterItem = z.output<typeof chapterItem>;

export const chapterItemFields = {
  required: z.boolean(),
  startMs: z.number().int().min(0).max(longestMs).nullable(),
  endMs: z.number().int().min(1).max(longestMs).nullable(),
  note: z.string().trim().max(2000),
};
