import { type RawBuilder, sql } from 'kysely';
import { dataScopeOf } from '../../platform/access/data-scope.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { isInScope } from '../../platform/list/meanings.ts';

/** Summaries are seen with their resources, as far as the data scope goes; not while those are in the trash. */
export function summaryScope(principal: Principal): RawBuilder<unknown> {
  const scope = isInScope(dataScopeOf(principal), {
    departmentId: sql`resource_summaries.department_id`,
    ownerId: sql`resource_summaries.owner_id`,
  });
  return sql`(resource_summaries.live and ${scope})`;
}
