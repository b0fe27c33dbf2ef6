import { z } from 'zod';
import { resourceProblems } from './course-check.ts';
import { resourceKinds, resourceStates } from './resource-state.ts';

/** Maximum length of a recording in milliseconds; fits the database column. */
const longestMs = 2_000_000_000;

/** A resource in a chapter. If the caller may not read it, only its kind and state are included. */
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
    /** Whether the caller may open the resource. */
    readable: z.boolean(),
  }),
  required: z.boolean(),
  /** Start of the excerpt to play; a null start or end means the start or end of the recording. */
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
