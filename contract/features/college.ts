import { z } from 'zod';
import { detailEndpoints } from '../detail/define-detail.ts';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { defineImport, importEndpoints } from '../import/define-import.ts';
import { defineList, listEndpoints } from '../list/define-list.ts';
import { organisationEffect } from './organisation-effect.ts';

const page = '/app/system/subject' as const;
const read = { kind: 'page', pages: [page] } as const;
const manage = { kind: 'page', pages: [page], ability: 'admin' } as const;
const path = '/system/colleges';

/**
 * Code of a college, department or subject. Excludes spaces and characters that could start a formula or form a path.
 */
export const unitCode = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u, 'letters, digits, dot, dash and _ only, a letter or digit first');

export const collegeFields = {
  code: unitCode,
  name: z.string().trim().min(1).max(100),
  shortName: z.string().trim().max(40).nullable(),
  /** Free text: the dean, or how to reach the office. */
  contact: z.string().trim().max(200).nullable(),
  description: z.string().trim().max(2000),
};

export const newCollege = z.strictObject({
  code: collegeFields.code,
  name: collegeFields.name,
  shortName: collegeFields.shortName.default(null),
  contact: collegeFields.contact.default(null),
  description: collegeFields.description.default(''),
});
export type NewCollege = z.output<typeof newCollege>;

const collegeRow = z.strictObject({
  id: z.uuid(),
  ...collegeFields,
  departments: z.number().int(),
  people: z.number().int(),
  resources: z.number().int(),
  /** Space used by its libraries and their quota; `quotaBytes` is null if only the disk limits it. */
  storageBytes: z.number().int(),
  quotaBytes: z.number().int().nullable(),
  disabled: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int32(),
});
export type CollegeRow = z.output<typeof collegeRow>;

export const collegeList = defineList({
  id: 'college',
  texts: 'college',
  page,
  path,
  row: collegeRow,
  columns: {
    name: { sort: 'name', always: true },
    code: { sort: 'code' },
    shortName: {},
    contact: {},
    departments: { align: 'end' },
    people: { align: 'end' },
    resources: { align: 'end' },
    storage: { align: 'end' },
    state: {},
    description: { optional: true },
    updated: { sort: 'updated', optional: true },
  },
  filters: {
    name: { kind: 'text' },
    code: { kind: 'text' },
    contact: { kind: 'text' },
    people: { kind: 'yesNo' },
    updated: { kind: 'date' },
  },
  sorts: ['order', 'name', 'code', 'updated'],
  defaultSort: 'order',
  tabs: ['all', 'enabled', 'disabled'],
});
export const { list: listColleges, export: exportColleges } = listEndpoints(collegeList);

export const getCollege = defineEndpoint({
  id: 'college.get',
  method: 'GET',
  path: `${path}/{id}`,
  access: read,
  summary: 'Get a college with its counts',
  params: idParams,
  output: collegeRow,
});

export const createCollege = defineEndpoint({
  id: 'college.create',
  method: 'POST',
  path,
  access: manage,
  summary: 'Create a college',
  body: newCollege,
  output: collegeRow,
  successStatus: 201,
});

export const updateCollege = defineEndpoint({
  id: 'college.update',
  method: 'PATCH',
  path: `${path}/{id}`,
  access: manage,
  summary: 'Change a college; 409 if someone else changed it',
  params: idParams,
  body: z.strictObject(collegeFields).partial().extend({ version: z.int32() }),
  output: collegeRow,
});

export const placeCollege = defineEndpoint({
  id: 'college.place',
  method: 'POST',
  path: `${path}/{id}/place`,
  access: manage,
  summary: 'Move a college before another one or to the end',
  params: idParams,
  body: z.strictObject({ beforeId: z.uuid().nullable(), version: z.int32() }),
  output: collegeRow,
});

export const previewCollegeMerge = defineEndpoint({
  id: 'college.previewMerge',
  method: 'POST',
  path: `${path}/{id}/merge/preview`,
  access: manage,
  summary: 'Preview merging a college into another one',
  params: idParams,
  body: z.strictObject({ intoId: z.uuid() }),
  output: organisationEffect,
});

/** Inputs of list actions, shared by colleges, departments and positions. */
export const unitActionInputs = {
  enable: z.strictObject({}),
  disable: z.strictObject({}),
  /** Moves all content to the other unit and deletes this one. */
  merge: z.strictObject({ intoId: z.uuid() }),
  /** Only if empty. */
  delete: z.strictObject({}),
} as const;
export type UnitAction = keyof typeof unitActionInputs;

export const collegeDetail = {
  type: 'college',
  page,
  ability: 'admin',
  path,
  revertable: ['code', 'name', 'shortName', 'contact', 'description'],
} as const;
export const collegeDetailEndpoints = detailEndpoints(collegeDetail);
export const {
  getLock: getCollegeLock,
  takeLock: takeCollegeLock,
  releaseLock: releaseCollegeLock,
  listActivity: listCollegeActivity,
  revertActivity: revertCollegeActivity,
} = collegeDetailEndpoints;

export const collegeImport = defineImport({
  list: 'college',
  page,
  ability: 'admin',
  path: '/system/collegeImports',
  fields: {
    code: { required: true, key: true, headings: ['college code', '代码', '学院代码', '编码', '学院编码'] },
    name: { required: true, headings: ['college', 'college name', '名称', '学院', '学院名称'] },
    shortName: { headings: ['short name', 'short', 'abbreviation', '简称'] },
    contact: { headings: ['dean', 'head', '联系方式', '联系人', '院长'] },
    description: { headings: ['note', 'remark', '说明', '描述', '备注'] },
  },
});
export const collegeImportEndpoints = importEndpoints(collegeImport);
export const {
  upload: uploadCollegeImport,
  get: getCollegeImport,
  check: checkCollegeImport,
  listLines: listCollegeImportLines,
  run: runCollegeImport,
  report: reportCollegeImport,
} = collegeImportEndpoints;
