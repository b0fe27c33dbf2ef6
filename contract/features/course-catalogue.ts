import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { onCourses } from './course.ts';
import { chapterProblems } from './course-check.ts';

const count = z.int32();

export const catalogueLimits = {
  /** Maximum nesting of chapters. */
  depth: 6,
  chapters: 1000,
  /** Per chapter. */
  resources: 500,
} as const;

export const chapterTitle = z.string().trim().min(1).max(200);

const catalogueNode = z.strictObject({
  id: z.uuid(),
  parentId: z.uuid().nullable(),
  title: z.string(),
  /** Derived from its position, such as 2.1. */
  number: z.string(),
  visible: z.boolean(),
  availableFrom: z.iso.datetime().nullable(),
  availableUntil: z.iso.datetime().nullable(),
  /** Directly in the chapter; `…Below` includes its subchapters. */
  resources: count,
  resourcesBelow: count,
  required: count,
  /** Resources with problems, directly in the chapter; `warningsBelow` includes its subchapters. */
  warnings: count,
  warningsBelow: count,
  problems: z.array(z.enum(chapterProblems)),
  version: count,
});
export type CatalogueNode = z.output<typeof catalogueNode>;

/** The whole tree in display order, parents before children. */
const catalogue = z.strictObject({
  courseId: z.uuid(),
  /** Incremented by every change to chapters or their content. */
  version: count,
  mayEdit: z.boolean(),
  chapters: z.array(catalogueNode),
});
export type Catalogue = z.output<typeof catalogue>;

/** The tree after a change, with what is needed to undo it. */
const catalogueChange = z.strictObject({
  catalogue,
  /** Added or restored chapters. */
  chapterIds: z.array(z.uuid()),
  /** ID to pass to `catalogue.undo`; null if nothing changed. */
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

/** The catalogue version the user saw; the change is refused if the tree has changed since. */
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
