import { type RawBuilder, sql } from 'kysely';
import { dataScopeOf } from '../../platform/access/data-scope.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { isInScope } from '../../platform/list/meanings.ts';

/** Reviews are seen with their resources, as far as the data scope goes; not while those are in the trash. */
export function reviewScope(principal: Principal): RawBuilder<unknown> {
  const scope = isInScope(dataScopeOf(principal), {
    departmentId: sql`sensitive_reviews.department_id`,
    ownerId: sql`sensitive_reviews.owner_id`,
  });
  return sql`(sensitive_reviews.live and ${scope})`;
}
