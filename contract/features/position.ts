import { z } from 'zod';
import { dataScopes } from '../data-scopes.ts';
import { detailEndpoints } from '../detail/define-detail.ts';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { defineImport, importEndpoints } from '../import/define-import.ts';
import { defineList, listEndpoints } from '../list/define-list.ts';
import { roleIds } from '../roles.ts';
import { organisationEffect } from './organisation-effect.ts';

const page = '/app/system/role' as const;
const read = { kind: 'page', pages: [page] } as const;
const manage = { kind: 'page', pages: [page], ability: 'admin' } as const;
const path = '/system/positions';
const roleId = z.union(roleIds.map((id) => z.literal(id)));

export const positionFields = {
  name: z.string().trim().min(1).max(100),
  roleId,
  dataScope: z.enum(dataScopes),
  description: z.string().trim().max(2000),
  /** Permission groups that have the position as a member. */
  groupIds: z.array(z.uuid()).max(50),
};

export const newPosition = z.strictObject({
  name: positionFields.name,
  roleId: positionFields.roleId,
  dataScope: positionFields.dataScope.default('role'),
  description: positionFields.description.default(''),
  groupIds: positionFields.groupIds.default([]),
});
export type NewPosition = z.output<typeof newPosition>;
export const positionChanges = z.strictObject(positionFields).partial();

const { groupIds: _, ...shownFields } = positionFields;
const positionRow = z.strictObject({
  id: z.uuid(),
  ...shownFields,
  groups: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
  people: z.number().int(),
  disabled: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int32(),
});
export type PositionRow = z.output<typeof positionRow>;

export const positionList = defineList({
  id: 'position',
  texts: 'position',
  page,
  path,
  row: positionRow,
  columns: {
    name: { sort: 'name', always: true },
    role: { sort: 'role' },
    dataScope: {},
    groups: {},
    people: { align: 'end' },
    state: {},
    description: { optional: true },
    updated: { sort: 'updated', optional: true },
  },
  filters: {
    name: { kind: 'text' },
    role: { kind: 'many', values: ['1', '2', '3', '4'] },
    dataScope: { kind: 'many', values: dataScopes },
    /** Matches the name of a permission group. */
    group: { kind: 'text' },
    people: { kind: 'yesNo' },
    updated: { kind: 'date' },
  },
  sorts: ['order', 'name', 'role', 'updated'],
  defaultSort: 'order',
  tabs: ['all', 'enabled', 'disabled'],
});
export const { list: listPositions, export: exportPositions } = listEndpoints(positionList);

export const getPosition = defineEndpoint({
  id: 'position.get',
  method: 'GET',
  path: `${path}/{id}`,
  access: read,
  summary: 'Get a position',
  params: idParams,
  output: positionRow,
});

export const listPositionGroups = defineEndpoint({
  id: 'position.listGroups',
  method: 'GET',
  path: '/system/positionGroups',
  access: manage,
  summary: 'List the permission groups a position can belong to',
  output: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
});

export const createPosition = defineEndpoint({
  id: 'position.create',
  method: 'POST',
  path,
  access: manage,
  summary: 'Create a position; limited to your own role and data scope',
  body: newPosition,
  output: positionRow,
  successStatus: 201,
});

const change = positionChanges.extend({ version: z.int32() });

export const updatePosition = defineEndpoint({
  id: 'position.update',
  method: 'PATCH',
  path: `${path}/{id}`,
  access: manage,
  summary: 'Change a position; takes effect on its people’s next request',
  params: idParams,
  body: change,
  output: positionRow,
});

export const previewPositionUpdate = defineEndpoint({
  id: 'position.previewUpdate',
  method: 'POST',
  path: `${path}/{id}/preview`,
  access: manage,
  summary: 'Preview how changing a position affects its people',
  params: idParams,
  body: change,
  output: organisationEffect,
});

export const placePosition = defineEndpoint({
  id: 'position.place',
  method: 'POST',
  path: `${path}/{id}/place`,
  access: manage,
  summary: 'Move a position before another one or to the end',
  params: idParams,
  body: z.strictObject({ beforeId: z.uuid().nullable(), version: z.int32() }),
  output: positionRow,
});

export const previewPositionMerge = defineEndpoint({
  id: 'position.previewMerge',
  method: 'POST',
  path: `${path}/{id}/merge/preview`,
  access: manage,
  summary: 'Preview merging a position into another one',
  params: idParams,
  body: z.strictObject({ intoId: z.uuid() }),
  output: organisationEffect,
});

export const positionDetail = {
  type: 'position',
  page,
  ability: 'admin',
  path,
  revertable: ['name', 'roleId', 'dataScope', 'description', 'groupIds'],
} as const;
export const positionDetailEndpoints = detailEndpoints(positionDetail);
export const {
  getLock: getPositionLock,
  takeLock: takePositionLock,
  releaseLock: releasePositionLock,
  listActivity: listPositionActivity,
  revertActivity: revertPositionActivity,
} = positionDetailEndpoints;

export const positionImport = defineImport({
  list: 'position',
  page,
  ability: 'admin',
  path: '/system/positionImports',
  fields: {
    name: { required: true, key: true, headings: ['position', 'position name', '名称', '岗位', '职位', '岗位名称'] },
    role: { headings: ['role id', 'roleid', '角色'] },
    dataScope: { headings: ['data scope', 'scope', '数据范围'] },
    description: { headings: ['note', 'remark', '说明', '描述', '备注'] },
  },
});
export const positionImportEndpoints = importEndpoints(positionImport);
export const {
  upload: uploadPositionImport,
  get: getPositionImport,
  check: checkPositionImport,
  listLines: listPositionImportLines,
  run: runPositionImport,
  report: reportPositionImport,
} = positionImportEndpoints;
