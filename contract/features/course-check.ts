import { z } from 'zod';
import { resourceKinds, resourceStates } from './resource-state.ts';

/** Problems of a resource in a chapter. The first five hide it from learners. */
export const resourceProblems = [
  'notPublished',
  'blocked',
  'trashed',
  'outOfDates',
  'notVisible',
  'failed',
  'noText',
  'noSubtitles',
  'sensitive',
  'beyondEnd',
] as const;
export type ResourceProblem = (typeof resourceProblems)[number];
/** Problems that hide a resource from learners. */
export const hidingProblems = ['notPublished', 'blocked', 'trashed', 'outOfDates', 'notVisible'] as const;

export const chapterProblems = ['empty', 'nothingPublic', 'notVisible', 'outOfDates', 'sensitive', 'withheld'] as const;
export type ChapterProblem = (typeof chapterProblems)[number];

const courseProblems = [
  'noChapters',
  'noResources',
  'nothingPublic',
  'noCover',
  'noSubject',
  'noTeacher',
  'sensitive',
  'withheld',
] as const;
export type CourseProblem = (typeof courseProblems)[number];

/** Groups of problems to filter lists by. */
export const problemKinds = ['missing', 'withoutText', 'withoutSubtitles', 'sensitive', 'empty'] as const;
export type ProblemKind = (typeof problemKinds)[number];

export const courseCounts = z.strictObject({
  chapters: z.number().int(),
  resources: z.number().int(),
  /** Resources that learners can't open. */
  missing: z.number().int(),
  withoutText: z.number().int(),
  withoutSubtitles: z.number().int(),
  sensitive: z.number().int(),
  /** Percentage; null if there are no resources. */
  completeness: z.number().int().nullable(),
});
export type CourseCounts = z.output<typeof courseCounts>;

export const courseChecks = z.strictObject({
  /** Identifies exactly these problems; sent back to publish despite them. */
  digest: z.string(),
  counts: courseCounts,
  course: z.array(z.enum(courseProblems)),
  chapters: z.array(
    z.strictObject({
      id: z.uuid(),
      /** Such as 2.1. */
      number: z.string(),
      title: z.string(),
      problems: z.array(z.enum(chapterProblems)),
    }),
  ),
  resources: z.array(
    z.strictObject({
      /** ID of the item in the chapter, not of the resource. */
      itemId: z.uuid(),
      chapterId: z.uuid(),
      chapterNumber: z.string(),
      chapterTitle: z.string(),
      resourceId: z.uuid(),
      kind: z.enum(resourceKinds),
      title: z.string(),
      state: z.enum(resourceStates),
      required: z.boolean(),
      problems: z.array(z.enum(resourceProblems)),
    }),
  ),
});
export type CourseChecks = z.output<typeof courseChecks>;
