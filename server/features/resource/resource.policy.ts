import { mayOpenPath } from '@lectern/contract/access.ts';
import { resourcePages } from '@lectern/contract/features/resource.ts';
import {
  isLegalMove,
  mayEditResource,
  mayMove,
  type Person,
  type ResourceMove,
  type ResourceState,
} from '@lectern/contract/features/resource-state.ts';
import type { PagePath } from '@lectern/contract/routes.ts';
import { AppError } from '../../platform/app-error.ts';
import { dayInWords } from '../../platform/error-values.ts';
import type { Principal } from '../../platform/http/principal.ts';

export type Judged = { state: ResourceState; owner_id: string; in_scope: boolean };

/** Pages that grant working with resources. People without any of them can only read. */
export type WorkPages = readonly PagePath[];

/** People with only favourites or columns can read resources but not change them. */
export function worksOn(
  principal: Pick<Principal, 'roleId' | 'permissions'>,
  pages: WorkPages = resourcePages,
): boolean {
  return pages.some((page) => mayOpenPath(principal, page));
}

export function personOf(
  principal: Pick<Principal, 'roleId' | 'userId' | 'permissions'>,
  resource: Judged,
  pages: WorkPages = resourcePages,
): Person {
  return {
    roleId: principal.roleId,
    isOwner: resource.owner_id === principal.userId && worksOn(principal, pages),
    inScope: resource.in_scope,
  };
}

/**
 * `pages` defaults to the resource pages; pass those of the part that changes. `in_scope` must have been read with the
 * same pages.
 */
export function mayEdit(principal: Principal, resource: Judged, pages: WorkPages = resourcePages): boolean {
  return mayEditResource(personOf(principal, resource, pages), resource.state);
}

export function assertMayEdit(principal: Principal, resource: Judged, pages: WorkPages = resourcePages): void {
  if (mayEdit(principal, resource, pages)) return;
  throw new AppError(
    resource.state === 'trashed' && mayEdit(principal, { ...resource, state: 'draft' }, pages) ? 'inTrash' : 'notYours',
  );
}

/** Whether this person decides where and when the resource is published. */
export function mayPublish(principal: Principal, resource: Judged): boolean {
  return mayMove(personOf(principal, resource), 'publish', resource.state);
}

/** `today`: the current local date; omit it to skip the licence check. */
export type PublishRule = { reviewBeforePublish: boolean; today?: string };
type Licensed = { licence_until?: string | null };

/** Checks permission first, so a refusal doesn't reveal the state of a resource to people without it. */
export function resolveMove(
  principal: Principal,
  resource: Judged & Licensed,
  move: ResourceMove,
  rule: PublishRule,
): void {
  if (!mayMove(personOf(principal, resource), move, resource.state)) {
    // Owners may trash their drafts, so for them the refusal is about the state, not about permission.
    throw new AppError(isLegalMove(move, resource.state) ? 'notYours' : illegalFor(principal, resource, move));
  }
  if (!isLegalMove(move, resource.state)) {
    throw new AppError(resource.state === 'blocked' ? 'blockedByReview' : 'illegalMove');
  }
  if (move === 'publish' && !isReviewed(principal, resource, rule)) throw new AppError('reviewFirst');
  if (move === 'publish' && isLicenceOver(resource, rule)) {
    throw new AppError('licenceEnded', { params: { day: dayInWords(resource.licence_until ?? '') } });
  }
}

/** The end date is the last valid day. */
export function isLicenceOver({ licence_until: last }: Licensed, { today }: PublishRule): boolean {
  return Boolean(last && today && last < today);
}

function illegalFor(principal: Principal, resource: Judged, move: ResourceMove): 'illegalMove' | 'notYours' {
  const person = personOf(principal, resource);
  return move === 'trash' && person.isOwner ? 'illegalMove' : 'notYours';
}

/** If review before publishing is on, only someone other than the owner may publish. */
export function isReviewed(principal: Pick<Principal, 'userId'>, resource: Judged, rule: PublishRule): boolean {
  if (!rule.reviewBeforePublish) return true;
  return resource.state !== 'ready' && resource.owner_id !== principal.userId;
}
