import { mayOpenPath } from '@lectern/contract/access.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { type RawBuilder, sql } from 'kysely';
import { dataScopeOf } from '../access/data-scope.ts';
import type { Principal } from '../http/principal.ts';
import { isInScope } from '../list/meanings.ts';

/** Of a row of `resources`: those who review it see what is under its masks, and nobody else. */
export function seesOriginal(principal: Principal): RawBuilder<unknown> {
  if (!hasAbility(principal.roleId, 'editor') || !mayOpenPath(principal, '/app/sensitive/resource')) return sql`false`;
  const scope = isInScope(dataScopeOf(principal), {
    departmentId: sql`resources.department_id`,
    ownerId: sql`resources.owner_id`,
  });
  return sql`coalesce(${scope}, false)`;
}
