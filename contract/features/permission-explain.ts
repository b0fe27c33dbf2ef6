import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { roleIds } from '../roles.ts';

const named = z.strictObject({ id: z.uuid(), name: z.string() });
const flag = z.union([z.literal(0), z.literal(1)]);

/** How a group reaches a person and what it says about the page; `flag` is null if it says nothing. */
const explainedGroup = z.strictObject({
  group: named,
  flag: flag.nullable(),
  through: z.enum(['user', 'position', 'department']),
  /** The position or department that is a member; null if the person is a member directly. */
  via: named.nullable(),
  /** Whether the member is a parent of the person's department. */
  above: z.boolean(),
});
export type ExplainedGroup = z.output<typeof explainedGroup>;

/** One page that gives access to the requested one: a detail page opens from any page that lists it. */
const explainedPage = z.strictObject({
  path: z.string(),
  rule: z.enum(['routeFilter', 'superAdmin', 'admin', 'editor', 'user']),
  allowed: z.boolean(),
  /**
   * `role`: the ability gives access whatever groups say. `roleMissing`: the role lacks the required ability.
   * `forbidden` wins over `allowed`; `unset`: no group has a rule.
   */
  because: z.enum(['role', 'roleMissing', 'allowed', 'forbidden', 'unset', 'everybody']),
  groups: z.array(explainedGroup),
});
export type ExplainedPage = z.output<typeof explainedPage>;

const explanation = z.strictObject({
  person: named.extend({
    roleId: z.union(roleIds.map((id) => z.literal(id))),
    position: named.nullable(),
    department: named.nullable(),
    /** People whose account is forbidden can't open any page. */
    accountForbidden: z.boolean(),
  }),
  path: z.string(),
  allowed: z.boolean(),
  /** The page itself, or for a detail page the pages that list it. */
  pages: z.array(explainedPage),
});
export type Explanation = z.output<typeof explanation>;

export const explainPermission = defineEndpoint({
  id: 'permission.explain',
  method: 'GET',
  path: '/system/permissions/explain',
  access: { kind: 'signedIn' },
  summary: 'Explain why you, or a user you can see, can or can’t open a page',
  query: z.strictObject({ userId: z.uuid().optional(), path: z.string().max(200) }),
  output: explanation,
});
