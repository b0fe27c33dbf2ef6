import {
  type DataScopeName,
  reachesFurther,
  reachOf,
  reachOfRole,
  scopesOfRole,
} from '@lectern/contract/data-scopes.ts';
import type { RoleId } from '@lectern/contract/roles.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Principal } from '../../platform/http/principal.ts';

/** A change to the organisation changes what others see, so it requires the widest data scope. */
export function judgeView(principal: Pick<Principal, 'roleId' | 'dataScope'>): void {
  if (reachOf(principal.roleId, principal.dataScope) !== 'all') throw new AppError('scopeBeyondOwn');
}

/** Changed values in the form that activities use; undefined when nothing changed. */
export function differences(before: Record<string, unknown>, wanted: Record<string, unknown>) {
  const changed = Object.keys(wanted).filter(
    (name) => wanted[name] !== undefined && JSON.stringify(wanted[name]) !== JSON.stringify(before[name]),
  );
  if (changed.length === 0) return undefined;
  const pick = (values: Record<string, unknown>) => Object.fromEntries(changed.map((name) => [name, values[name]]));
  return { before: pick(before), after: pick(wanted) };
}

type Power = { roleId: RoleId; dataScope: DataScopeName };

/**
 * People can't grant more through a position than they have: no role above their own, and only role 1 may widen a
 * role’s data scope.
 */
export function judgePower(actorRoleId: RoleId, wanted: Power, before?: Power): void {
  if (wanted.roleId < actorRoleId || (before && before.roleId < actorRoleId)) throw new AppError('morePowerful');
  if (!scopesOfRole(wanted.roleId).includes(wanted.dataScope)) throw new AppError('scopeOfRole');
  const isAsBefore = before?.roleId === wanted.roleId && before.dataScope === wanted.dataScope;
  const widens = reachesFurther(reachOf(wanted.roleId, wanted.dataScope), reachOfRole(wanted.roleId));
  if (widens && !isAsBefore && actorRoleId !== 1) throw new AppError('scopeWidened');
}
