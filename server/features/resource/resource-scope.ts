import { resourcePages } from '@lectern/contract/features/resource.ts';
import { sql } from 'kysely';
import { dataScopeOf } from '../../platform/access/data-scope.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { isInScope } from '../../platform/list/meanings.ts';
import { type WorkPages, worksOn } from './resource.policy.ts';
import type { LockedResource } from './resource.repository.ts';

/** Conditions on a row of the table `resources`. */

/** Within the data scope: administrators all, editors their departments', users their own. */
export function inScope(principal: Principal): Condition {
  return isInScope(dataScopeOf(principal), {
    departmentId: sql`resources.department_id`,
    ownerId: sql`resources.owner_id`,
  });
}

/** What this person may read: the data scope, what is their own, and everything that is published. */
export function readable(principal: Principal): Condition {
  const scope = dataScopeOf(principal);
  if (scope.kind === 'all') return sql`true`;
  if (scope.kind === 'own') return sql`(resources.owner_id = ${principal.userId} or resources.state = 'published')`;
  return sql`(resources.state = 'published' or resources.owner_id = ${principal.userId} or ${inScope(principal)})`;
}

/** Theirs to work with on these pages; `false` for a resource without a department, where SQL would not know. */
export function inScopeColumn(principal: Principal, pages: WorkPages = resourcePages): Condition {
  if (!worksOn(principal, pages)) return sql`false`;
  return sql`coalesce(${inScope(principal)}, false)`;
}

/** In this person's data scope on these pages, or their own. */
export function isKeptBy(principal: Principal, resource: Pick<LockedResource, 'in_scope' | 'owner_id'>): boolean {
  return resource.in_scope || resource.owner_id === principal.userId;
}

/** The same as a condition on `resources`. */
export function keptBy(principal: Principal): Condition {
  return sql`(${inScopeColumn(principal)} or resources.owner_id = ${principal.userId})`;
}
