import { z } from 'zod';
import { detailEndpoints } from '../detail/define-detail.ts';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { defineImport, importEndpoints } from '../import/define-import.ts';
import { defineList, listEndpoints } from '../list/define-list.ts';
import { unitCode } from './college.ts';
import { organisationEffect } from './organisation-effect.ts';

const page = '/app/system/department' as const;
const read = { kind: 'page', pages: [page] } as const;
const manage = { kind: 'page', pages: [page], ability: 'admin' } as const;
const path = '/system/departments';
const unit = z.strictObject({ id: z.uuid(), name: z.string(), code: z.string() });

/** Maximum nesting of departments within a college. */
export const deepestDepartment = 8;

export const departmentFields = {
  code: unitCode,
  name: z.string().trim().min(1).max(100),
  headId: z.uuid().nullable(),
  description: z.string().trim().max(2000),
};

const place = { collegeId: z.uuid(), parentId: z.uuid().nullable() };

export const newDepartment = z.strictObject({
  ...place,
  parentId: place.parentId.default(null),
  code: departmentFields.code,
  name: departmentFields.name,
  headId: departmentFields.headId.default(null),
  description: departmentFields.description.default(''),
});
export type NewDepartment = z.output<typeof newDepartment>;

const { headId: _, ...shownFields } = departmentFields;
const departmentRow = z.strictObject({
  id: z.uuid(),
  ...shownFields,
  college: unit,
  parent: unit.nullable(),
  head: z.strictObject({ id: z.uuid(), name: z.string(), account: z.string() }).nullable(),
  /** 1 is directly below the college. */
  level: z.number().int(),
  /** Direct children. */
  departments: z.number().int(),
  /** Without child departments. */
  people: z.number().int(),
  positions: z.number().int(),
  resources: z.number().int(),
  disabled: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int32(),
});
export type DepartmentRow = z.output<typeof departmentRow>;

export const departmentList = defineList({
  id: 'department',
  texts: 'department',
  page,
  path,
  row: departmentRow,
  columns: {
    name: { sort: 'name', always: true },
    code: { sort: 'code' },
    college: {},
    parent: {},
    head: {},
    people: { align: 'end' },
    positions: { align: 'end' },
    resources: { align: 'end' },
    state: {},
    collegeCode: { optional: true },
    parentCode: { optional: true },
    headAccount: { optional: true },
    description: { optional: true },
    updated: { sort: 'updated', optional: true },
  },
  filters: {
    name: { kind: 'text' },
    code: { kind: 'text' },
    college: { kind: 'tree', of: 'college' },
    below: { kind: 'tree', of: 'department' },
    head: { kind: 'person' },
    people: { kind: 'yesNo' },
    updated: { kind: 'date' },
  },
  sorts: ['name', 'code', 'updated'],
  defaultSort: 'code',
  tabs: ['all', 'enabled', 'disabled'],
});
export const { list: listDepartments, export: exportDepartments } = listEndpoints(departmentList);

export const getDepartmentTree = defineEndpoint({
  id: 'department.tree',
  method: 'GET',
  path: `${path}/tree`,
  access: read,
  summary: 'Get the tree of colleges and departments, with counts',
  output: z.strictObject({
    colleges: z.array(unit.extend({ disabled: z.boolean() })),
    departments: z.array(departmentRow),
  }),
});
export type DepartmentTree = z.output<(typeof getDepartmentTree)['output']>;

export const getDepartment = defineEndpoint({
  id: 'department.get',
  method: 'GET',
  path: `${path}/{id}`,
  access: read,
  summary: 'Get a department with its counts',
  params: idParams,
  output: departmentRow,
});

export const createDepartment = defineEndpoint({
  id: 'department.create',
  method: 'POST',
  path,
  access: manage,
  summary: 'Create a department in a college or below another department',
  body: newDepartment,
  output: departmentRow,
  successStatus: 201,
});

export const updateDepartment = defineEndpoint({
  id: 'department.update',
  method: 'PATCH',
  path: `${path}/{id}`,
  access: manage,
  summary: 'Change a department; 409 if someone else changed it',
  params: idParams,
  body: z.strictObject(departmentFields).partial().extend({ version: z.int32() }),
  output: departmentRow,
});

const move = z.strictObject({ ...place, beforeId: z.uuid().nullable(), version: z.int32() });
export type DepartmentMove = z.output<typeof move>;

export const moveDepartment = defineEndpoint({
  id: 'department.move',
  method: 'POST',
  path: `${path}/{id}/move`,
  access: manage,
  summary: 'Move a department and its subdepartments',
  params: idParams,
  body: move,
  output: departmentRow,
});

export const previewDepartmentMove = defineEndpoint({
  id: 'department.previewMove',
  method: 'POST',
  path: `${path}/{id}/move/preview`,
  access: manage,
  summary: 'Preview moving a department',
  params: idParams,
  body: move,
  output: organisationEffect,
});

export const previewDepartmentMerge = defineEndpoint({
  id: 'department.previewMerge',
  method: 'POST',
  path: `${path}/{id}/merge/preview`,
  access: manage,
  summary: 'Preview merging a department into another one',
  params: idParams,
  body: z.strictObject({ intoId: z.uuid() }),
  output: organisationEffect,
});

export const departmentDetail = {
  type: 'department',
  page,
  ability: 'admin',
  path,
  revertable: ['code', 'name', 'headId', 'description', 'collegeId', 'parentId'],
} as const;
export const departmentDetailEndpoints = detailEndpoints(departmentDetail);
export const {
  getLock: getDepartmentLock,
  takeLock: takeDepartmentLock,
  releaseLock: releaseDepartmentLock,
  listActivity: listDepartmentActivity,
  revertActivity: revertDepartmentActivity,
} = departmentDetailEndpoints;

export const departmentImport = defineImport({
  list: 'department',
  page,
  ability: 'admin',
  path: '/system/departmentImports',
  fields: {
    code: {
      required: true,
      key: true,
      headings: ['department code', 'dept code', 'deptcode', '代码', '部门代码', '编码', '部门编码'],
    },
    name: { required: true, headings: ['department', 'department name', '名称', '部门', '部门名称'] },
    college: { headings: ['college code', '学院代码', '学院编码', '学院'] },
    parent: { headings: ['parent code', 'below', 'parent department', '上级代码', '上级部门', '上级'] },
    head: { headings: ['head username', 'head account', '负责人账号', '负责人'] },
    description: { headings: ['note', 'remark', '说明', '描述', '备注'] },
  },
});
export const departmentImportEndpoints = importEndpoints(departmentImport);
export const {
  upload: uploadDepartmentImport,
  get: getDepartmentImport,
  check: checkDepartmentImport,
  listLines: listDepartmentImportLines,
  run: runDepartmentImport,
  report: reportDepartmentImport,
} = departmentImportEndpoints;
