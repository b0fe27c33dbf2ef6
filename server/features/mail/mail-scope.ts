import { type RawBuilder, sql } from 'kysely';
import { dataScopeOf } from '../../platform/access/data-scope.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { isInScope } from '../../platform/list/meanings.ts';

/**
 * Of a row of `mails`: administrators see all, others those of their departments and their own. What the product says by
 * itself is about others than the reader: for administrators alone.
 */
export function isReachable(principal: Principal): RawBuilder<unknown> {
  const scope = dataScopeOf(principal);
  const within = isInScope(scope, { departmentId: sql`mails.department_id`, ownerId: sql`mails.sender_id` });
  const seen = scope.kind === 'all' ? sql`true` : sql`mails.kind <> 'system' and coalesce(${within}, false)`;
  return sql`(mails.kind <> 'test' and (${seen} or mails.sender_id = ${principal.userId}))`;
}
