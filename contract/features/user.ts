import { z } from 'zod';
import { defineEndpoint, idParams } from '../endpoint.ts';
import { defineList, listEndpoints } from '../list/define-list.ts';
import { roleIds } from '../roles.ts';
import { accountLimits, sessionRow } from './auth.ts';

const page = '/app/system/systemAdmin' as const;
const read = { kind: 'page', pages: [page] } as const;
const manage = { kind: 'page', pages: [page], ability: 'editor' } as const;
const roleId = z.union(roleIds.map((id) => z.literal(id)));
const flag = z.union([z.literal(0), z.literal(1)]);
const unit = z.strictObject({ id: z.uuid(), name: z.string() });

const userRow = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  account: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  roleId,
  position: unit.nullable(),
  department: unit.nullable(),
  college: unit.nullable(),
  /** The user’s own permission group; positions, departments and group memberships can add others. */
  group: unit.nullable(),
  /** 0 is allow, 1 is forbid. */
  access: flag,
  twoFactor: z.boolean(),
  /** The personal data was erased; the account can no longer be changed. */
  erased: z.boolean(),
  /** Until then, logins from unknown devices are refused after too many wrong passwords. */
  lockedUntil: z.iso.datetime().nullable(),
  lastSignInAt: z.iso.datetime().nullable(),
  sessions: z.number().int(),
  createdAt: z.iso.datetime(),
  version: z.int32(),
});
export type UserRow = z.output<typeof userRow>;

export const userList = defineList({
  id: 'user',
  texts: 'user',
  page,
  path: '/system/users',
  row: userRow,
  columns: {
    name: { sort: 'name', always: true },
    account: { sort: 'account' },
    role: { sort: 'role' },
    position: {},
    department: {},
    college: { optional: true },
    group: { optional: true },
    access: {},
    twoFactor: {},
    lastSignIn: { sort: 'lastSignIn' },
    sessions: { align: 'end' },
    email: { sort: 'email', optional: true },
    phone: { optional: true },
    created: { sort: 'created', optional: true },
  },
  filters: {
    name: { kind: 'text' },
    account: { kind: 'text' },
    email: { kind: 'text' },
    role: { kind: 'many', values: ['1', '2', '3', '4'] },
    access: { kind: 'choice', values: ['allow', 'forbid'] },
    department: { kind: 'tree', of: 'department' },
    college: { kind: 'tree', of: 'college' },
    position: { kind: 'tree', of: 'position' },
    lastSignIn: { kind: 'date' },
    created: { kind: 'date' },
    twoFactor: { kind: 'yesNo' },
    locked: { kind: 'yesNo' },
    signedIn: { kind: 'yesNo' },
    createdBy: { kind: 'person' },
  },
  sorts: ['name', 'account', 'role', 'lastSignIn', 'email', 'created'],
  defaultSort: '-created',
  tabs: ['all', 'allowed', 'forbidden', 'neverSignedIn', 'administrators'],
});

export const { list: listUsers, export: exportUsers } = listEndpoints(userList);

export const userFields = {
  name: z.string().trim().min(1).max(100),
  email: z.union([z.email().max(254), z.null()]),
  phone: z.string().trim().max(40).nullable(),
  roleId,
  departmentId: z.uuid().nullable(),
  positionId: z.uuid().nullable(),
  groupId: z.uuid().nullable(),
};

export const newUser = z.strictObject({
  ...userFields,
  /** Without it, the default group of the role; null for none. */
  groupId: userFields.groupId.optional(),
  account: z
    .string()
    .trim()
    .min(1)
    .max(accountLimits.account)
    .regex(/^[\p{L}\p{N}._@-]+$/u, 'letters, digits, dot, dash, @ and _ only'),
});

/** A one-time password, shown once, or confirmation that an invitation was emailed. */
const handover = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('password'), password: z.string() }),
  z.strictObject({ by: z.literal('mail'), email: z.string() }),
]);
export type Handover = z.output<typeof handover>;

export const getUser = defineEndpoint({
  id: 'user.get',
  method: 'GET',
  path: '/system/users/{id}',
  access: read,
  summary: 'Get a user in your data scope',
  params: idParams,
  output: userRow,
});

export const createUser = defineEndpoint({
  id: 'user.create',
  method: 'POST',
  path: '/system/users',
  access: manage,
  summary: 'Create a user, with a one-time password or an emailed invitation',
  body: newUser,
  output: z.strictObject({ user: userRow, handover }),
  successStatus: 201,
  confidential: true,
});

export const updateUser = defineEndpoint({
  id: 'user.update',
  method: 'PATCH',
  path: '/system/users/{id}',
  access: manage,
  summary: 'Change a user; 409 if someone else changed it',
  params: idParams,
  body: z.strictObject(userFields).partial().extend({ version: z.int32() }),
  output: userRow,
});

export const resetUserPassword = defineEndpoint({
  id: 'user.resetPassword',
  method: 'POST',
  path: '/system/users/{id}/resetPassword',
  access: manage,
  summary: 'Create a one-time password and end all sessions of a user',
  params: idParams,
  output: handover,
  confidential: true,
});

export const listUserSessions = defineEndpoint({
  id: 'user.listSessions',
  method: 'GET',
  path: '/system/users/{id}/sessions',
  access: manage,
  summary: 'List a user’s active sessions',
  params: idParams,
  output: z.array(sessionRow),
});

export const endUserSession = defineEndpoint({
  id: 'user.endSession',
  method: 'DELETE',
  path: '/system/users/{id}/sessions/{sessionId}',
  access: manage,
  summary: 'Revoke one session of a user',
  params: z.strictObject({ id: z.uuid(), sessionId: z.uuid() }),
  successStatus: 204,
});

/** What a person can own and transfer to someone else. */
const ownedKinds = ['task', 'listView', 'resource', 'course'] as const;
export type OwnedKind = (typeof ownedKinds)[number];

export const listOwnedThings = defineEndpoint({
  id: 'user.listOwned',
  method: 'GET',
  path: '/system/users/{id}/owned',
  access: manage,
  summary: 'Count what a user owns, by type',
  params: idParams,
  output: z.array(z.strictObject({ kind: z.enum(ownedKinds), count: z.number().int() })),
});

/** Inputs of the `user` list actions. */
export const userActionInputs = {
  allow: z.strictObject({}),
  forbid: z.strictObject({}),
  forceLogout: z.strictObject({}),
  unlock: z.strictObject({}),
  resetTwoFactor: z.strictObject({}),
  setDepartment: z.strictObject({ departmentId: z.uuid().nullable() }),
  setPosition: z.strictObject({ positionId: z.uuid().nullable() }),
  setGroup: z.strictObject({ groupId: z.uuid().nullable() }),
  setRole: z.strictObject({ roleId }),
  transfer: z.strictObject({ toUserId: z.uuid() }),
  /** Forbids the account, ends its sessions and transfers everything the person owns; with null, they keep it. */
  leave: z.strictObject({ toUserId: z.uuid().nullable() }),
} as const;
export type UserAction = keyof typeof userActionInputs;

export const effectivePage = z.strictObject({
  path: z.string(),
  allowed: z.boolean(),
  /** What decides: the role's ability, or the groups with a rule for the page and how the user belongs to them. */
  because: z.array(
    z.strictObject({
      kind: z.enum(['ability', 'group', 'unset']),
      group: z.string().nullable(),
      flag: flag.nullable(),
      through: z.enum(['user', 'position', 'department']).nullable(),
    }),
  ),
});

export const getEffectivePermissions = defineEndpoint({
  id: 'user.effectivePermissions',
  method: 'GET',
  path: '/system/users/{id}/permissions',
  access: read,
  summary: 'Explain which pages a user can open',
  params: idParams,
  output: z.array(effectivePage),
});
