import { z } from 'zod';
import { audiences, defaultAudience } from '../audience.ts';
import { detailEndpoints } from '../detail/define-detail.ts';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { chapterItem, chapterItemFields } from './chapter-item.ts';
import { coursePage, onCourses } from './course.ts';
import { chapterTitle } from './course-catalogue.ts';
import { chapterProblems } from './course-check.ts';
import { courseStates } from './course-state.ts';
import { resourceRow } from './resource.ts';
import { resourceKinds } from './resource-state.ts';

const step = z.strictObject({ id: z.uuid(), number: z.string(), title: z.string() });

export const chapterFields = {
  title: chapterTitle,
  /** What learners know and can do after the chapter. */
  goals: z.string().trim().max(5000),
  body: z.string().trim().max(50_000),
  visible: z.boolean(),
  availableFrom: z.iso.datetime().nullable(),
  availableUntil: z.iso.datetime().nullable(),
};

const chapterView = z.strictObject({
  id: z.uuid(),
  ...chapterFields,
  number: z.string(),
  course: z.strictObject({
    id: z.uuid(),
    name: z.string(),
    state: z.enum(courseStates),
    catalogueVersion: z.int32(),
  }),
  /** Topmost first, without the chapter itself. */
  ancestors: z.array(step),
  children: z.array(step),
  previous: step.nullable(),
  next: step.nullable(),
  items: z.array(chapterItem),
  problems: z.array(z.enum(chapterProblems)),
  mayEdit: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int32(),
});
export type ChapterView = z.output<typeof chapterView>;

/** `undo` is the ID to pass to `catalogue.undo` of the course. */
const chapterChange = z.strictObject({ chapter: chapterView, undo: z.uuid().nullable() });
export type ChapterChange = z.output<typeof chapterChange>;

export const getChapter = defineEndpoint({
  id: 'chapter.get',
  method: 'GET',
  path: '/chapters/{id}',
  access: onCourses,
  summary: 'Get a chapter with its resources and its neighbours',
  params: idParams,
  output: chapterView,
});

export const updateChapter = defineEndpoint({
  id: 'chapter.update',
  method: 'PATCH',
  path: '/chapters/{id}',
  access: onCourses,
  summary: 'Change a chapter; 409 if someone else changed it',
  params: idParams,
  body: z.strictObject(chapterFields).partial().extend({ version: z.int32() }),
  output: chapterView,
  bodyLimit: 512 * 1024,
});

export const addChapterItems = defineEndpoint({
  id: 'chapter.addItems',
  method: 'POST',
  path: '/chapters/{id}/items',
  access: onCourses,
  summary: 'Add resources to a chapter; existing ones stay in place',
  params: idParams,
  body: z.strictObject({
    resourceIds: z.array(z.uuid()).min(1).max(200),
    beforeId: z.uuid().nullable().default(null),
    required: z.boolean().default(true),
  }),
  output: chapterChange,
  successStatus: 201,
});

const itemParams = z.strictObject({ id: z.uuid(), itemId: z.uuid() });

export const updateChapterItem = defineEndpoint({
  id: 'chapter.updateItem',
  method: 'PATCH',
  path: '/chapters/{id}/items/{itemId}',
  access: onCourses,
  summary: 'Change whether a resource is required, its clip and its note',
  params: itemParams,
  body: z.strictObject(chapterItemFields).partial(),
  output: chapterChange,
});

export const placeChapterItems = defineEndpoint({
  id: 'chapter.placeItems',
  method: 'POST',
  path: '/chapters/{id}/items/place',
  access: onCourses,
  summary: 'Move resources within a chapter',
  params: idParams,
  body: z.strictObject({ itemIds: z.array(z.uuid()).min(1).max(200), beforeId: z.uuid().nullable() }),
  output: chapterChange,
});

export const removeChapterItems = defineEndpoint({
  id: 'chapter.removeItems',
  method: 'POST',
  path: '/chapters/{id}/items/remove',
  access: onCourses,
  summary: 'Remove resources from a chapter',
  params: idParams,
  body: z.strictObject({ itemIds: z.array(z.uuid()).min(1).max(200) }),
  output: chapterChange,
});

/** A resource that can be added, with the chapters that already contain it. */
const shelfItem = resourceRow.extend({ usedIn: z.array(step) });
export type ShelfItem = z.output<typeof shelfItem>;

export const searchShelf = defineEndpoint({
  id: 'chapter.searchShelf',
  method: 'GET',
  path: '/chapters/{id}/shelf',
  access: onCourses,
  summary: 'List resources to add to a chapter, published ones first',
  params: idParams,
  query: z.strictObject({
    search: z.string().trim().max(200).default(''),
    kind: z.enum(resourceKinds).optional(),
    /** Number of rows already received. */
    offset: z.coerce.number().int().min(0).max(1000).default(0),
    size: z.coerce.number().int().min(1).max(100).default(30),
  }),
  output: z.strictObject({ rows: z.array(shelfItem), more: z.boolean() }),
});

export const suggestForChapter = defineEndpoint({
  id: 'chapter.suggest',
  method: 'GET',
  path: '/chapters/{id}/suggestions',
  access: onCourses,
  summary: 'Suggest resources that match a chapter’s title and goals',
  params: idParams,
  output: z.strictObject({ words: z.array(z.string()), rows: z.array(shelfItem).max(20) }),
});

/** A chapter as learners see it, by the publication rule of the portal. */
const chapterPreview = z.strictObject({
  id: z.uuid(),
  /** false if learners can't see the chapter. */
  open: z.boolean(),
  /** Whether learners can see the course, by its own dates. */
  courseOpen: z.boolean(),
  course: z.strictObject({ id: z.uuid(), name: z.string() }),
  number: z.string(),
  title: z.string(),
  goals: z.string(),
  body: z.string(),
  children: z.array(step),
  previous: step.nullable(),
  next: step.nullable(),
  items: z.array(
    z.strictObject({
      id: z.uuid(),
      resourceId: z.uuid(),
      kind: z.enum(resourceKinds),
      title: z.string(),
      description: z.string(),
      thumbnail: z.string().nullable(),
      durationSeconds: z.number().nullable(),
      pageCount: z.number().int().nullable(),
      required: z.boolean(),
      startMs: z.number().int().nullable(),
      endMs: z.number().int().nullable(),
      note: z.string(),
    }),
  ),
});
export type ChapterPreview = z.output<typeof chapterPreview>;

export const previewChapter = defineEndpoint({
  id: 'chapter.preview',
  method: 'GET',
  path: '/chapters/{id}/preview',
  access: onCourses,
  summary: 'Preview a chapter as learners see it',
  params: idParams,
  query: z.strictObject({
    audience: z.enum(audiences).default(defaultAudience),
    /** Preview as of this time; default: now. */
    at: z.iso.datetime().optional(),
  }),
  output: chapterPreview,
});

export const chapterDetail = {
  type: 'chapter',
  page: coursePage,
  ability: 'user',
  path: '/chapters',
  revertable: ['title', 'goals', 'body', 'visible', 'availableFrom', 'availableUntil'],
} as const;
export const chapterDetailEndpoints = detailEndpoints(chapterDetail);
export const {
  getLock: getChapterLock,
  takeLock: takeChapterLock,
  releaseLock: releaseChapterLock,
  listActivity: listChapterActivity,
  revertActivity: revertChapterActivity,
} = chapterDetailEndpoints;
