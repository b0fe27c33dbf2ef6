import { z } from 'zod';
import { audiences, defaultAudience } from '../audience.ts';
import { bytesBody, defineEndpoint, idParams } from '../endpoint.ts';
import { integerInAddress } from '../integer.ts';
import { defineList, listEndpoints } from '../list/define-list.ts';
import { courseCounts, problemKinds } from './course-check.ts';
import { courseMoveNames, courseStates } from './course-state.ts';
import { resourceLanguages } from './resource.ts';

export const coursePage = '/app/course/list' as const;
/** Anyone who may open the page may call these endpoints; what they see and do is decided per course. */
export const onCourses = { kind: 'page', pages: [coursePage] } as const;

const named = z.strictObject({ id: z.uuid(), name: z.string() });
const reason = z.string().trim().max(1000);
const version = z.int32();

export const courseParts = ['teacher', 'assistant', 'editor'] as const;
export type CoursePart = (typeof courseParts)[number];

/** Editable metadata of a course. */
export const courseFields = {
  name: z.string().trim().min(1).max(200),
  code: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._/-]*$/u, 'letters, digits, spaces, dot, dash, slash and _ only'),
  /** As the university names it, such as 2026-autumn; empty if none. */
  term: z.string().trim().max(60),
  description: z.string().trim().max(10_000),
  language: z.enum(resourceLanguages).nullable(),
  audience: z.enum(audiences),
  subjectId: z.uuid().nullable(),
  collegeId: z.uuid().nullable(),
  departmentId: z.uuid().nullable(),
  availableFrom: z.iso.datetime().nullable(),
  availableUntil: z.iso.datetime().nullable(),
};

const courseRow = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  code: z.string(),
  term: z.string(),
  language: z.string().nullable(),
  audience: z.enum(audiences),
  /** URL relative to the API base, using the cookie. */
  cover: z.string().nullable(),
  subject: named.nullable(),
  college: named.nullable(),
  department: named.nullable(),
  /** In display order. */
  teachers: z.array(z.string()),
  owner: named,
  state: z.enum(courseStates),
  stateReason: z.string().nullable(),
  /** Hidden from the public site because of a sensitive word, whatever its state. */
  withheld: z.boolean(),
  stateSince: z.iso.datetime(),
  publishedAt: z.iso.datetime().nullable(),
  availableFrom: z.iso.datetime().nullable(),
  availableUntil: z.iso.datetime().nullable(),
  counts: courseCounts,
  /** Whether it is in the caller's data scope; others are read-only. */
  inScope: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version,
});
export type CourseRow = z.output<typeof courseRow>;

export const courseList = defineList({
  id: 'course',
  texts: 'course',
  page: coursePage,
  path: '/courses',
  row: courseRow,
  columns: {
    name: { sort: 'name', always: true },
    code: { sort: 'code' },
    subject: {},
    college: {},
    department: { optional: true },
    teachers: {},
    term: {},
    chapters: { align: 'end' },
    resources: { align: 'end' },
    completeness: { sort: 'completeness', align: 'end' },
    audience: {},
    state: {},
    owner: { optional: true },
    language: { optional: true },
    published: { optional: true },
    created: { optional: true },
    updated: { sort: 'updated' },
  },
  filters: {
    name: { kind: 'text' },
    code: { kind: 'text' },
    /** Includes child units and subjects. */
    subject: { kind: 'tree', of: 'subject' },
    college: { kind: 'tree', of: 'college' },
    department: { kind: 'tree', of: 'department' },
    /** Listed as a teacher of the course. */
    teacher: { kind: 'person' },
    owner: { kind: 'person' },
    term: { kind: 'text', exact: true },
    state: { kind: 'many', values: courseStates },
    audience: { kind: 'many', values: audiences },
    completeness: { kind: 'range' },
    problem: { kind: 'many', values: problemKinds },
    language: { kind: 'many', values: resourceLanguages },
    chapters: { kind: 'range' },
    resources: { kind: 'range' },
    created: { kind: 'date' },
    updated: { kind: 'date' },
    published: { kind: 'date' },
  },
  sorts: ['name', 'code', 'completeness', 'updated'],
  defaultSort: '-updated',
  tabs: ['all', 'draft', 'inReview', 'published', 'offline', 'archived', 'incomplete', 'trash'],
});
export const { list: listCourses, export: exportCourses } = listEndpoints(courseList);

const newCourse = z.strictObject({
  name: courseFields.name,
  code: courseFields.code,
  term: courseFields.term.default(''),
  description: courseFields.description.default(''),
  language: courseFields.language.default(null),
  audience: courseFields.audience.default(defaultAudience),
  subjectId: courseFields.subjectId.default(null),
  /** Default: the creator's. */
  collegeId: courseFields.collegeId.optional(),
  departmentId: courseFields.departmentId.optional(),
});
export type NewCourse = z.output<typeof newCourse>;

const coursePerson = z.strictObject({
  id: z.uuid(),
  /** null for a person without an account. */
  userId: z.uuid().nullable(),
  name: z.string(),
  part: z.enum(courseParts),
});
export type CoursePersonRow = z.output<typeof coursePerson>;

export const courseDetailView = courseRow.extend({
  description: z.string(),
  people: z.array(coursePerson),
  createdBy: named.nullable(),
  stateBy: named.nullable(),
  catalogueVersion: version,
  /** What the caller may do now. */
  moves: z.array(z.enum(courseMoveNames)),
  mayEdit: z.boolean(),
});
export type CourseDetailView = z.output<typeof courseDetailView>;

export const createCourse = defineEndpoint({
  id: 'course.create',
  method: 'POST',
  path: '/courses',
  access: onCourses,
  summary: 'Create a course as a draft',
  body: newCourse,
  output: courseDetailView,
  successStatus: 201,
});

export const getCourse = defineEndpoint({
  id: 'course.get',
  method: 'GET',
  path: '/courses/{id}',
  access: onCourses,
  summary: 'Get a course with its people',
  params: idParams,
  output: courseDetailView,
});

export const updateCourse = defineEndpoint({
  id: 'course.update',
  method: 'PATCH',
  path: '/courses/{id}',
  access: onCourses,
  summary: 'Change a course; 409 if someone else changed it',
  params: idParams,
  body: z.strictObject(courseFields).partial().extend({ version }),
  output: courseDetailView,
});

export const moveCourse = defineEndpoint({
  id: 'course.move',
  method: 'POST',
  path: '/courses/{id}/moves',
  access: onCourses,
  summary: 'Move a course to another state; deleting permanently needs its name',
  params: idParams,
  body: z.strictObject({
    move: z.enum(courseMoveNames),
    reason: reason.optional(),
    /** Digest of the checks that were shown; required to publish a course with problems. */
    checks: z.string().max(100).optional(),
    /** The course name, typed to confirm moves that can't be undone. */
    confirm: z.string().max(200).optional(),
    version,
  }),
  /** null after permanent deletion. */
  output: courseDetailView.nullable(),
});

export const duplicateCourse = defineEndpoint({
  id: 'course.duplicate',
  method: 'POST',
  path: '/courses/{id}/duplicates',
  access: onCourses,
  summary: 'Duplicate a course for another term or code',
  params: idParams,
  body: z.strictObject({
    name: courseFields.name,
    code: courseFields.code,
    term: courseFields.term.default(''),
    /** Whether to copy the people. */
    withPeople: z.boolean().default(true),
  }),
  output: courseDetailView,
  successStatus: 201,
});

export const setCourseCover = defineEndpoint({
  id: 'course.setCover',
  method: 'PUT',
  path: '/courses/{id}/cover',
  access: onCourses,
  summary: 'Set the cover to an image resource; null removes it',
  params: idParams,
  body: z.strictObject({ resourceId: z.uuid().nullable(), version }),
  output: courseDetailView,
});

export const coverLimits = { bytes: 10 * 1024 * 1024 } as const;
export const uploadCourseCover = defineEndpoint({
  id: 'course.uploadCover',
  method: 'POST',
  path: '/courses/{id}/cover',
  access: onCourses,
  summary: 'Upload a cover image: PNG, JPEG or WebP',
  params: idParams,
  query: z.strictObject({ version: integerInAddress }),
  body: bytesBody,
  bodyForm: 'bytes',
  bodyLimit: coverLimits.bytes,
  rateLimit: { calls: 60, windowMs: 3_600_000 },
  output: courseDetailView,
});

export const openCourseCover = defineEndpoint({
  id: 'course.openCover',
  method: 'GET',
  path: '/courses/{id}/cover',
  access: onCourses,
  carrier: 'cookie',
  answer: 'stream',
  summary: 'Get the cover of a course',
  params: idParams,
  /** Changes with every new cover, to bypass browser caches. */
  query: z.strictObject({ file: z.uuid().optional() }),
});

export const listTerms = defineEndpoint({
  id: 'course.listTerms',
  method: 'GET',
  path: '/courses/terms',
  access: onCourses,
  summary: 'List terms, newest first',
  output: z.array(z.string()).max(200),
});

export const courseNeighbours = defineEndpoint({
  id: 'course.neighbours',
  method: 'GET',
  path: '/courses/{id}/neighbours',
  access: onCourses,
  summary: 'Get the previous and next course of the list you came from',
  params: idParams,
  /** The list's query string, as in its URL. */
  query: z.strictObject({ view: z.string().max(4000).default('') }),
  output: z.strictObject({
    previous: z.uuid().nullable(),
    next: z.uuid().nullable(),
    /** Number of courses before and after it in the list; null if too many to count. */
    before: z.number().int().nullable(),
    after: z.number().int().nullable(),
  }),
});

/** Inputs of list actions on courses. */
export const courseActionInputs = {
  submit: z.strictObject({}),
  withdraw: z.strictObject({}),
  /** Courses with problems are skipped unless `despiteProblems` is set. */
  publish: z.strictObject({ despiteProblems: z.boolean().default(false) }),
  reject: z.strictObject({ reason: reason.min(1) }),
  offline: z.strictObject({ reason: reason.default('') }),
  archive: z.strictObject({ reason: reason.default('') }),
  reopen: z.strictObject({}),
  trash: z.strictObject({ reason: reason.default('') }),
  restore: z.strictObject({}),
  /** Can't be undone. */
  purge: z.strictObject({}),
  edit: z.strictObject({
    subjectId: courseFields.subjectId.optional(),
    collegeId: courseFields.collegeId.optional(),
    departmentId: courseFields.departmentId.optional(),
    term: courseFields.term.optional(),
    language: courseFields.language.optional(),
    audience: courseFields.audience.optional(),
  }),
  setOwner: z.strictObject({ toUserId: z.uuid() }),
} as const;
export type CourseAction = keyof typeof courseActionInputs;

export const coursePath = (id: string) => `/app/course/list/detail/${id}`;
export const chapterPath = (id: string) => `/app/course/list/catalog/detail/${id}`;
