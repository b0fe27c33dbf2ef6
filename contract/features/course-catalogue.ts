import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { onCourses } from './course.ts';
import { chapterProblems } from './course-check.ts';

const count = z.int32();

export const catalogueLimits = {
  /** Levels of chapters below each other. */
  depth: 6,
  chapters: 1000,
  /** In one chapter. */
  resources: 500,
} as const;

export const chapterTitle = z.string().trim().min(1).max(200);

const catalogueNode = z.strictObject({
  id: z.uuid(),
  parentId: z.uuid().nullable(),
  title: z.string(),
  /** Such as 2.1, by where it stands. */
  number: z.string(),
  visible: z.boolean(),
  availableFrom: z.iso.datetime().nullable(),
  availableUntil: z.iso.datetime().nullable(),
  /** In it; `…Below`: with those below it. */
  resources: count,
  resourcesBelow: count,
  required: count,
  /** Resources in it that have a problem, and with those below it. */
  warnings: count,
  warningsBelow: count,
  problems: z.array(z.enum(chapterProblems)),
  version: count,
});
export type CatalogueNode = z.output<typeof catalogueNode>;

/** The whole tree in its order, parents before children. */
const catalogue = z.strictObject({
  courseId: z.uuid(),
  /** Counts every change of chapters and of what is in them. */
  version: count,
  mayEdit: z.boolean(),
  chapters: z.array(catalogueNode),
});
export type Catalogue = z.output<typeof catalogue>;

/** What a change answers: the tree as it is now, and how the change is taken back. */
const catalogueChange = z.strictObject({
  catalogue,
  /** Chapters that were added, or restored. */
  chapterIds: z.array(z.uuid()),
  /** The way back, for `catalogue.undo`; null: there was nothing to change. */
  undo: z.uuid().nullable(),
});
export type CatalogueChange = z.output<typeof catalogueChange>;

export const getCatalogue = defineEndpoint({
  id: 'catalogue.get',
  method: 'GET',
  path: '/courses/{id}/catalogue',
  access: onCourses,
  summary: 'Get the tree of chapters, with counts and warnings',
  params: idParams,
  output: catalogue,
});

/** `catalogueVersion` is the version that the person saw: a tree that changed meanwhile is not changed on top. */
const catalogueVersion = count;

export const addChapters = defineEndpoint({
  id: 'catalogue.add',
  method: 'POST',
  path: '/courses/{id}/catalogue',
  access: onCourses,
  summary: 'Add chapters to a course',
  params: idParams,
  body: z.strictObject({
    parentId: z.uuid().nullable(),
    beforeId: z.uuid().nullable().default(null),
    titles: z.array(chapterTitle).min(1).max(100),
    catalogueVersion,
  }),
  output: catalogueChange,
  successStatus: 201,
});

export const renameChapter = defineEndpoint({
  id: 'catalogue.rename',
  method: 'POST',
  path: '/courses/{id}/catalogue/{chapterId}/rename',
  access: onCourses,
  summary: 'Rename a chapter',
  params: z.strictObject({ id: z.uuid(), chapterId: z.uuid() }),
  body: z.strictObject({ title: chapterTitle, catalogueVersion }),
  output: catalogueChange,
});

export const moveChapters = defineEndpoint({
  id: 'catalogue.move',
  method: 'POST',
  path: '/courses/{id}/catalogue/move',
  access: onCourses,
  summary: 'Move chapters with their children',
  params: idParams,
  body: z.strictObject({
    chapterIds: z.array(z.uuid()).min(1).max(100),
    parentId: z.uuid().nullable(),
    beforeId: z.uuid().nullable(),
    catalogueVersion,
  }),
  output: catalogueChange,
});

export const showChapters = defineEndpoint({
  id: 'catalogue.show',
  method: 'POST',
  path: '/courses/{id}/catalogue/show',
  access: onCourses,
  summary: 'Show or hide chapters with their children',
  params: idParams,
  body: z.strictObject({
    chapterIds: z.array(z.uuid()).min(1).max(100),
    visible: z.boolean(),
    catalogueVersion,
  }),
  output: catalogueChange,
});

export const removeChapters = defineEndpoint({
  id: 'catalogue.remove',
  method: 'POST',
  path: '/courses/{id}/catalogue/remove',
  access: onCourses,
  summary: 'Delete chapters with their children; resources stay in their libraries',
  params: idParams,
  body: z.strictObject({ chapterIds: z.array(z.uuid()).min(1).max(100), catalogueVersion }),
  output: catalogueChange,
});

export const moveChapterItems = defineEndpoint({
  id: 'catalogue.moveItems',
  method: 'POST',
  path: '/courses/{id}/catalogue/moveItems',
  access: onCourses,
  summary: 'Move resources to another chapter of the course',
  params: idParams,
  body: z.strictObject({
    itemIds: z.array(z.uuid()).min(1).max(200),
    chapterId: z.uuid(),
    beforeId: z.uuid().nullable(),
    catalogueVersion,
  }),
  output: catalogueChange,
});

export const undoCatalogueChange = defineEndpoint({
  id: 'catalogue.undo',
  method: 'POST',
  path: '/courses/{id}/catalogue/undo',
  access: onCourses,
  summary: 'Undo a catalogue change; undo the result to redo it',
  params: idParams,
  body: z.strictObject({ undo: z.uuid() }),
  output: catalogueChange,
});
