import { z } from 'zod';
import { detailEndpoints } from '../detail/define-detail.ts';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { defineImport, importEndpoints } from '../import/define-import.ts';
import { defineList, listEndpoints } from '../list/define-list.ts';
import { unitCode } from './college.ts';

const page = '/app/course/subject' as const;
const read = { kind: 'page', pages: [page] } as const;
const manage = { kind: 'page', pages: [page], ability: 'admin' } as const;
const path = '/course/subjects';
const unit = z.strictObject({ id: z.uuid(), name: z.string(), code: z.string() });
const count = z.int32();

/** Maximum nesting of subjects. */
export const deepestSubject = 6;

export const subjectFields = {
  code: unitCode,
  name: z.string().trim().min(1).max(100),
  description: z.string().trim().max(2000),
  /** Colleges that use the subject; empty for all. */
  collegeIds: z.array(z.uuid()).max(100),
};

export const newSubject = z.strictObject({
  parentId: z.uuid().nullable().default(null),
  code: subjectFields.code,
  name: subjectFields.name,
  description: subjectFields.description.default(''),
  collegeIds: subjectFields.collegeIds.default([]),
});
export type NewSubject = z.output<typeof newSubject>;

const { collegeIds: _, ...shownFields } = subjectFields;
const subjectRow = z.strictObject({
  id: z.uuid(),
  ...shownFields,
  parent: unit.nullable(),
  colleges: z.array(unit),
  /** 1 is the top level. */
  level: count,
  /** Direct children. */
  subjects: count,
  /** Directly in the subject; `…Below` includes its children. */
  courses: count,
  coursesBelow: count,
  resources: count,
  resourcesBelow: count,
  disabled: z.boolean(),
  /** Hidden because of a sensitive word until its review is decided. */
  withheld: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: count,
});
export type SubjectRow = z.output<typeof subjectRow>;

/** Actions, as operations with Undo: enable, disable, merge ({ intoId }) and delete ({}, empty subjects only). */
export const subjectList = defineList({
  id: 'courseSubject',
  texts: 'subject',
  page,
  path,
  row: subjectRow,
  columns: {
    name: { sort: 'name', always: true },
    code: { sort: 'code' },
    parent: {},
    colleges: {},
    courses: { align: 'end' },
    resources: { align: 'end' },
    state: {},
    parentCode: { optional: true },
    collegeCodes: { optional: true },
    description: { optional: true },
    updated: { sort: 'updated', optional: true },
  },
  filters: {
    name: { kind: 'text' },
    code: { kind: 'text' },
    college: { kind: 'tree', of: 'college' },
    below: { kind: 'tree', of: 'subject' },
    used: { kind: 'yesNo' },
    updated: { kind: 'date' },
  },
  sorts: ['name', 'code', 'updated'],
  defaultSort: 'code',
  tabs: ['all', 'enabled', 'disabled'],
});
export const { list: listSubjectRows, export: exportSubjects } = listEndpoints(subjectList);

export const getSubjectTree = defineEndpoint({
  id: 'subject.tree',
  method: 'GET',
  path: `${path}/tree`,
  access: read,
  summary: 'Get the tree of subjects, with counts',
  output: z.array(subjectRow),
});

export const getSubject = defineEndpoint({
  id: 'subject.get',
  method: 'GET',
  path: `${path}/{id}`,
  access: read,
  summary: 'Get a subject with its counts',
  params: idParams,
  output: subjectRow,
});

export const createSubject = defineEndpoint({
  id: 'subject.create',
  method: 'POST',
  path,
  access: manage,
  summary: 'Create a subject',
  body: newSubject,
  output: subjectRow,
  successStatus: 201,
});

export const updateSubject = defineEndpoint({
  id: 'subject.update',
  method: 'PATCH',
  path: `${path}/{id}`,
  access: manage,
  summary: 'Change a subject; 409 if someone else changed it',
  params: idParams,
  body: z.strictObject(subjectFields).partial().extend({ version: count }),
  output: subjectRow,
});

const move = z.strictObject({ parentId: z.uuid().nullable(), beforeId: z.uuid().nullable(), version: count });
export type SubjectMove = z.output<typeof move>;

export const moveSubject = defineEndpoint({
  id: 'subject.move',
  method: 'POST',
  path: `${path}/{id}/move`,
  access: manage,
  summary: 'Move a subject with its children',
  params: idParams,
  body: move,
  output: subjectRow,
});

/** What merging or deleting a subject would affect. */
const subjectEffect = z.strictObject({
  /** Child subjects, which move along. */
  subjects: count,
  /** Directly in the subject, without its children. */
  courses: count,
  resources: count,
});
export type SubjectEffect = z.output<typeof subjectEffect>;

export const previewSubjectMerge = defineEndpoint({
  id: 'subject.previewMerge',
  method: 'POST',
  path: `${path}/{id}/merge/preview`,
  access: manage,
  summary: 'Preview merging a subject into another one',
  params: idParams,
  body: z.strictObject({ intoId: z.uuid() }),
  output: subjectEffect,
});

export const subjectDetail = {
  type: 'subject',
  page,
  ability: 'admin',
  path,
  revertable: ['code', 'name', 'description', 'collegeIds', 'parentId'],
} as const;
export const subjectDetailEndpoints = detailEndpoints(subjectDetail);
export const {
  getLock: getSubjectLock,
  takeLock: takeSubjectLock,
  releaseLock: releaseSubjectLock,
  listActivity: listSubjectActivity,
  revertActivity: revertSubjectActivity,
} = subjectDetailEndpoints;

export const subjectImport = defineImport({
  list: 'courseSubject',
  page,
  ability: 'admin',
  path: '/course/subjectImports',
  fields: {
    code: { required: true, key: true, headings: ['subject code', '代码', '学科代码', '编码', '学科编码'] },
    name: { required: true, headings: ['subject', 'subject name', '名称', '学科', '学科名称'] },
    parent: { headings: ['parent code', 'below', 'parent subject', '上级代码', '上级学科代码', '上级学科', '上级'] },
    colleges: { headings: ['college codes', 'college', 'college code', '学院代码', '学院'] },
    description: { headings: ['note', 'remark', '简介', '说明', '描述', '备注'] },
  },
});
export const subjectImportEndpoints = importEndpoints(subjectImport);
export const {
  upload: uploadSubjectImport,
  get: getSubjectImport,
  check: checkSubjectImport,
  listLines: listSubjectImportLines,
  run: runSubjectImport,
  report: reportSubjectImport,
} = subjectImportEndpoints;
