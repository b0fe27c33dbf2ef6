import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Condition } from '../../platform/list/list-source.ts';
import { readableIn } from './list/readable-in.ts';
import { live } from './list/resource-tabs.ts';
import { judgeEdit, type WorkPages } from './resource.policy.ts';
import { type LockedResource, lockReadable } from './resource.repository.ts';
import { inScopeColumn } from './resource-scope.ts';
/** Locks a resource that this person may change on these pages. */
export async function lockEditable(
  transaction: Executor,
  { principal }: SignedInContext,
  id: string,
  pages?: WorkPages,
): Promise<LockedResource> {
  const resource = await lockReadable(transaction, principal, id, pages);
  judgeEdit(principal, resource, pages);
  return resource;
}

/** In this person's data scope on these pages, or their own. */
export function isKeptBy(principal: Principal, resource: Pick<LockedResource, 'in_scope' | 'owner_id'>): boolean {
  return resource.in_scope || resource.owner_id === principal.userId;
}

/** The same as a condition on `resources`. */
export function keptBy(principal: Principal): Condition {
  return sql`(${inScopeColumn(principal)} or resources.owner_id = ${principal.userId})`;
}

/** What lists show outside of Trash. */
export function shownInLists(principal: Principal): Condition {
  return sql`(${live} and ${readableIn(principal)})`;
}
