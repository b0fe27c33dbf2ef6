import { type RawBuilder, sql } from 'kysely';
import { dataScopeOf } from '../../platform/access/data-scope.ts';
import type { Principal } from '../../platform/http/principal.ts';

/** What somebody's team has to do: everything of the departments in their data scope. */
export function teamScope(principal: Principal): RawBuilder<unknown> {
  const scope = dataScopeOf(principal);
  const isForRole = sql`(tasks.for_role is null or tasks.for_role >= ${principal.roleId})`;
  if (scope.kind === 'all') return isForRole;
  if (scope.kind === 'own') return sql`false`;
  return sql`(tasks.department_id = any (${scope.ids}::uuid[]) and tasks.for_role is null)`;
}

/** One's own, what one wrote oneself, and what one's team has to do. */
export function taskScope(principal: Principal): RawBuilder<unknown> {
  const { userId } = principal;
  const own = sql`tasks.assignee_id = ${userId} or (tasks.created_by = ${userId} and tasks.kind = 'byHand')`;
  return sql`(${own} or ${teamScope(principal)})`;
}
