import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { integerInAddress } from '../integer.ts';
import { defineList, listEndpoints } from '../list/define-list.ts';
import { defaultGroupRoles } from '../permission-presets.ts';
import { permissionEffect } from './permission-effect.ts';

const page = '/app/system/accessGroup' as const;
const manage = { kind: 'page', pages: [page], ability: 'superAdmin' } as const;

export const permissionGroupLimits = { name: 100, description: 500, members: 2_000 } as const;

export const memberKinds = ['user', 'position', 'department'] as const;
export type MemberKind = (typeof memberKinds)[number];

const named = z.strictObject({ id: z.uuid(), name: z.string() });
const defaultGroupRole = z.union(defaultGroupRoles.map((roleId) => z.literal(roleId)));
const flag = z.union([z.literal(0), z.literal(1)]);
const member = z.strictObject({ kind: z.enum(memberKinds), id: z.uuid() });
export type GroupMember = z.output<typeof member>;

/** A member of a group; departments include their children. */
const shownMember = member.extend({
  name: z.string(),
  /** The department's college or the person's department. */
  place: z.string().nullable(),
  /** Number of people it adds. */
  people: z.number().int(),
});
export type ShownMember = z.output<typeof shownMember>;

const permissionGroupRow = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  allows: z.number().int(),
  forbids: z.number().int(),
  members: z.strictObject({ user: z.number().int(), position: z.number().int(), department: z.number().int() }),
  /** Number of people reached directly or through positions and departments. */
  people: z.number().int(),
  /** The roles whose new users get it. */
  defaultFor: z.array(defaultGroupRole),
  updatedBy: named.nullable(),
  updatedAt: z.iso.datetime(),
  deleted: z.boolean(),
  version: z.int32(),
});
export type PermissionGroupRow = z.output<typeof permissionGroupRow>;

export const permissionGroupList = defineList({
  id: 'permissionGroup',
  texts: 'permissionGroup',
  page,
  ability: 'superAdmin',
  path: '/system/permissionGroups',
  row: permissionGroupRow,
  columns: {
    name: { sort: 'name', always: true },
    description: {},
    allows: { align: 'end' },
    forbids: { align: 'end' },
    members: {},
    people: { align: 'end' },
    updatedBy: { optional: true },
    updated: { sort: 'updated' },
  },
  filters: {
    name: { kind: 'text' },
    member: { kind: 'person' },
    department: { kind: 'tree', of: 'department' },
    forbidding: { kind: 'yesNo' },
    updated: { kind: 'date' },
  },
  sorts: ['name', 'updated'],
  defaultSort: 'name',
  tabs: ['all', 'deleted'],
});
export const { list: listPermissionGroups, export: exportPermissionGroups } = listEndpoints(permissionGroupList);

/** Inputs of list actions; both can be undone. */
export const permissionGroupActionInputs = {
  delete: z.strictObject({ acceptClosed: z.boolean().default(false) }),
  restore: z.strictObject({}),
} as const;
export type PermissionGroupAction = keyof typeof permissionGroupActionInputs;

const rules = z.record(z.string().max(200), flag);

/** A page without a rule is unset: other groups decide, and if none does, it is closed. */
const groupContent = z.strictObject({
  name: z.string().trim().min(1).max(permissionGroupLimits.name),
  description: z.string().trim().max(permissionGroupLimits.description).default(''),
  rules,
  members: z.array(member).max(permissionGroupLimits.members),
});
export type GroupContent = z.output<typeof groupContent>;

/** What the person who saves has seen and accepted. */
const consent = {
  /** Digest of the effect that was shown; the change is refused if its effect is different by then. */
  digest: z.string().max(100).optional(),
  /** Save even if pages would be closed to everyone but administrators. */
  acceptClosed: z.boolean().default(false),
};

export const permissionGroup = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  rules,
  members: z.array(shownMember),
  people: z.number().int(),
  deleted: z.boolean(),
  updatedBy: named.nullable(),
  updatedAt: z.iso.datetime(),
  version: z.int32(),
});
export type PermissionGroup = z.output<typeof permissionGroup>;

const bodyLimit = 512 * 1024;

export const getPermissionGroup = defineEndpoint({
  id: 'permissionGroup.get',
  method: 'GET',
  path: '/system/permissionGroups/{id}',
  access: manage,
  summary: 'Get a permission group with its rules and members',
  params: idParams,
  output: permissionGroup,
});

export const createPermissionGroup = defineEndpoint({
  id: 'permissionGroup.create',
  method: 'POST',
  path: '/system/permissionGroups',
  access: manage,
  summary: 'Create a permission group; takes effect on its members’ next request',
  body: groupContent.extend(consent),
  output: permissionGroup,
  successStatus: 201,
  bodyLimit,
});

export const savePermissionGroup = defineEndpoint({
  id: 'permissionGroup.save',
  method: 'PUT',
  path: '/system/permissionGroups/{id}',
  access: manage,
  summary: 'Replace a permission group; 409 if someone else changed it',
  params: idParams,
  body: groupContent.extend({ ...consent, version: z.int32() }),
  output: permissionGroup,
  bodyLimit,
});

export const previewPermissionGroup = defineEndpoint({
  id: 'permissionGroup.preview',
  method: 'POST',
  path: '/system/permissionGroups/preview',
  access: manage,
  summary: 'Preview who would gain or lose access to which pages',
  body: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('create'), content: groupContent }),
    z.strictObject({ kind: z.literal('save'), groupId: z.uuid(), content: groupContent }),
    z.strictObject({ kind: z.literal('restore'), groupId: z.uuid(), toVersion: z.int32() }),
    z.strictObject({ kind: z.literal('delete'), groupIds: z.array(z.uuid()).min(1).max(200) }),
  ]),
  output: permissionEffect,
  bodyLimit,
});

export const versionCauses = ['created', 'changed', 'restored', 'granted', 'deleted'] as const;

const permissionGroupVersion = z.strictObject({
  version: z.int32(),
  at: z.iso.datetime(),
  actor: named.nullable(),
  cause: z.enum(versionCauses),
  restoredVersion: z.int32().nullable(),
  name: z.string(),
  description: z.string(),
  rules,
  members: z.array(member.extend({ name: z.string().nullable() })),
});
export type PermissionGroupVersion = z.output<typeof permissionGroupVersion>;

export const listPermissionGroupVersions = defineEndpoint({
  id: 'permissionGroup.listVersions',
  method: 'GET',
  path: '/system/permissionGroups/{id}/versions',
  access: manage,
  summary: 'List the versions of a permission group, newest first',
  params: idParams,
  query: z.strictObject({
    before: integerInAddress.min(1).optional(),
    size: z.coerce.number().int().min(1).max(50).default(20),
  }),
  output: z.strictObject({ rows: z.array(permissionGroupVersion), more: z.boolean() }),
});

export const restorePermissionGroup = defineEndpoint({
  id: 'permissionGroup.restore',
  method: 'POST',
  path: '/system/permissionGroups/{id}/restore',
  access: manage,
  summary: 'Revert a permission group to a version; former members are left out',
  params: idParams,
  body: z.strictObject({ toVersion: z.int32(), version: z.int32(), ...consent }),
  output: permissionGroup,
});
