import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { roleIds } from '../roles.ts';

const named = z.strictObject({ id: z.uuid(), name: z.string() });
const flag = z.union([z.literal(0), z.literal(1)]);

/** How a group reaches somebody, and what it says about the page; null: nothing. */
const explainedGroup = z.strictObject({
  group: named,
  flag: flag.nullable(),
  through: z.enum(['user', 'position', 'department']),
  /** The position or the department that is a member; null: the person is. */
  via: named.nullable(),
  /** The member is a department above the person's own. */
  above: z.boolean(),
});
export type ExplainedGroup = z.output<typeof explainedGroup>;

/** One page that leads to the one asked about: a detail page is open from each page that lists it. */
const explainedPage = z.strictObject({
  path: z.string(),
  rule: z.enum(['routeFilter', 'superAdmin', 'admin', 'editor', 'user']),
  allowed: z.boolean(),
  /**
   * What decides. `role`: the ability passes whatever groups say. `roleMissing`: the page asks for an ability that the
   * role lacks. `forbidden` wins over `allowed`; `unset`: no group says anything.
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
    /** Whoever may not sign in opens no page at all. */
    accountForbidden: z.boolean(),
  }),
  path: z.string(),
  allowed: z.boolean(),
  /** The page itself, or those that it is listed by. */
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
