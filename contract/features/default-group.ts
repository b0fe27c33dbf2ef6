import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { integerInAddress } from '../integer.ts';
import { defaultGroupRoles } from '../permission-presets.ts';
import { roleIds } from '../roles.ts';

const manageUsers = { kind: 'page', pages: ['/app/system/systemAdmin'], ability: 'editor' } as const;

const groupChoice = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  /** The pages it allows. */
  pages: z.array(z.string()),
  /** The roles whose new users get it. */
  defaultFor: z.array(z.union(defaultGroupRoles.map((roleId) => z.literal(roleId)))),
});
export type GroupChoice = z.output<typeof groupChoice>;

export const listGroupChoices = defineEndpoint({
  id: 'user.listGroupChoices',
  method: 'GET',
  path: '/system/userGroups',
  access: manageUsers,
  summary: 'List the permission groups you can give a user, with the default group of each role',
  output: z.array(groupChoice),
});

/** Empty for none, as query parameters can’t be null. */
const unitInAddress = z.union([z.uuid(), z.literal('')]).default('');

export const previewUserPages = defineEndpoint({
  id: 'user.previewPages',
  method: 'GET',
  path: '/system/userPages',
  access: manageUsers,
  summary: 'Preview which pages a new user could open',
  query: z.strictObject({
    roleId: integerInAddress.min(1).max(roleIds.length),
    departmentId: unitInAddress,
    positionId: unitInAddress,
    /** Without it, the default group of the role. */
    groupId: z.union([z.uuid(), z.literal('')]).optional(),
  }),
  output: z.strictObject({ pages: z.array(z.string()) }),
});

const defaultGroups = z.strictObject({
  defaultGroupSpecialist: z.uuid().nullable(),
  defaultGroupUser: z.uuid().nullable(),
});
export type DefaultGroups = z.output<typeof defaultGroups>;

export const saveDefaultGroups = defineEndpoint({
  id: 'user.saveDefaultGroups',
  method: 'PUT',
  path: '/system/defaultGroups',
  access: { kind: 'page', pages: ['/app/system/accessGroup'], ability: 'superAdmin' },
  summary: 'Set the permission groups that new users get by role; existing users keep theirs',
  body: defaultGroups,
  output: defaultGroups,
});
