import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { roleIds } from '../roles.ts';

/** What pickers and filters need about a unit: its name and its parent. */
export const organisationUnit = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  code: z.string(),
  parentId: z.uuid().nullable(),
});
export type OrganisationUnit = z.output<typeof organisationUnit>;

/** Nobody can be newly assigned, because the unit or one above it is disabled. */
const disabled = z.boolean();

export const listUnits = defineEndpoint({
  id: 'organisation.listUnits',
  method: 'GET',
  path: '/organisation/units',
  access: { kind: 'signedIn' },
  summary: 'List colleges, departments and positions to choose from',
  output: z.strictObject({
    colleges: z.array(organisationUnit.extend({ disabled })),
    departments: z.array(organisationUnit.extend({ collegeId: z.uuid(), disabled })),
    positions: z.array(
      z.strictObject({
        id: z.uuid(),
        name: z.string(),
        roleId: z.union(roleIds.map((id) => z.literal(id))),
        disabled,
      }),
    ),
  }),
});
export type OrganisationUnits = z.output<(typeof listUnits)['output']>;
