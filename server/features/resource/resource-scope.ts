import { resourcePages } from '@lectern/contract/features/resource.ts';
import { sql } from 'kysely';
import { dataScopeOf } from '../../platform/access/data-scope.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { isInScope } from '../../platform/list/meanings.ts';
import { type WorkPages, worksOn } from './resource.policy.ts';
import type { LockedResource } from './resource.repository.ts';

/** Conditions on a row of `resources`. */

/** Within the data scope: everything for administrators, their departments for editors, their own for users. */
export function inScope(principal: Principal): Condition {
  return isInScope(dataScopeOf(principal), {
    departmentId: sql`resources.department_id`,
    ownerId: sql`resources.owner_id`,
  });
}

/** What this person may read: their data scope, their own resources, and everything published. */
export function readable(principal: Principal): Condition {
  const scope = dataScopeOf(principal);
  if (scope.kind === 'all') return sql`true`;
  if (scope.kind === 'own') return sql`(resources.owner_id = ${principal.userId} or resources.state = 'published')`;
  return sql`(resources.state = 'published' or resources.owner_id = ${principal.userId} or ${inScope(principal)})`;
}

/**
 * Whether the resource is in this person's data scope on these pages. False instead of null when it has no department.
 */
export function inScopeColumn(principal: Principal, pages: WorkPages = resourcePages): Condition {
  if (!worksOn(principal, pages)) return sql`false`;
  return sql`coalesce(${inScope(principal)}, false)`;
}

/** Whether the resource is in this person's data scope on these pages, or their own. */
export function isKeptBy(principal: Principal, resource: Pick<LockedResource, 'in_scope' | 'owner_id'>): boolean {
  return resource.in_scope || resource.owner_id === principal.userId;
}

/** `isKeptBy` as a condition on `resources`. */
export function keptBy(principal: Principal): Condition {
  return sql`(${inScopeColumn(principal)} or resources.owner_id = ${principal.userId})`;
}
