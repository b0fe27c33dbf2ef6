import { grantablePaths, mayOpen } from '@lectern/contract/access.ts';
import { roleIds } from '@lectern/contract/roles.ts';
import { routes } from '@lectern/contract/routes.ts';
import { sql } from 'kysely';
import type { TaskRule } from './task-rule.ts';

const asked = { fallback: 'administrators', always: true, by: 'person', tells: false } as const;
const asItIs = sql`tasks.dedupe_key as key, tasks.object_type, tasks.object_id, tasks.title, tasks.details,
  tasks.department_id, null::uuid as owner_id, null::uuid as assignee_id, tasks.due_at`;

/** By what each page opens: the permission of any of these pages, or a role of so much power. */
const ways = routes.map((route) => ({
  page: route.path,
  paths: grantablePaths().filter((path) => mayOpen({ roleId: 4, permissions: [path] }, route)),
  role: Math.max(0, ...roleIds.filter((roleId) => mayOpen({ roleId, permissions: [] }, route))),
}));

/** Somebody asked for a page, and may not open it yet. */
const accessAsked: TaskRule = {
  ...asked,
  kind: 'accessAsked',
  priority: 2,
  dueDays: 3,
  // Whose rights changed is not told one by one: all who asked are looked at.
  matters: () => sql`
    select ${asItIs} from tasks
      join users on users.id::text = tasks.details ->> 'userId'
      join jsonb_to_recordset(${JSON.stringify(ways)}::jsonb) way (page text, paths text[], role integer)
        on way.page = tasks.details ->> 'page'
    where tasks.kind = 'accessAsked' and tasks.state in ('open', 'doing') and users.access = 0
      and users.role_id > way.role and not allowed_paths(users.id) && way.paths`,
};

/** Somebody forgot the password, and has none that was given out or chosen since. */
const passwordResetAsked: TaskRule = {
  ...asked,
  kind: 'passwordResetAsked',
  priority: 1,
  dueDays: 1,
  matters: () => sql`
    select ${asItIs} from tasks join users on users.id::text = tasks.object_id
    where tasks.kind = 'passwordResetAsked' and tasks.state in ('open', 'doing') and users.access = 0
      and users.password_set_at <= tasks.created_at`,
};

export const askRules: readonly TaskRule[] = [accessAsked, passwordResetAsked];
