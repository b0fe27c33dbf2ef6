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

/** Who changes the organisation changes what others see: that is for those who see everything themselves. */
export function judgeView(principal: Pick<Principal, 'roleId' | 'dataScope'>): void {
  if (reachOf(principal.roleId, principal.dataScope) !== 'all') throw new AppError('scopeBeyondOwn');
}

/** The values that differ, as activities spell them; nothing when none do. */
export function differences(before: Record<string, unknown>, wanted: Record<string, unknown>) {
  const changed = Object.keys(wanted).filter(
    (name) => wanted[name] !== undefined && JSON.stringify(wanted[name]) !== JSON.stringify(before[name]),
  );
  if (changed.length === 0) return undefined;
  const pick = (values: Record<string, unknown>) => Object.fromEntries(changed.map((name) => [name, values[name]]));
  return { before: pick(before), after: pick(wanted) };
}

type Power = { roleId: RoleId; dataScope: DataScopeName };

/** Nobody gives by a position what they do not have: no role above their own, and only role 1 widens what a role sees. */
export function judgePower(actorRoleId: RoleId, wanted: Power, before?: Power): void {
  if (wanted.roleId < actorRoleId || (before && before.roleId < actorRoleId)) throw new AppError('morePowerful');
  if (!scopesOfRole(wanted.roleId).includes(wanted.dataScope)) throw new AppError('scopeOfRole');
  const isAsBefore = before?.roleId === wanted.roleId && before.dataScope === wanted.dataScope;
  const widens = reachesFurther(reachOf(wanted.roleId, wanted.dataScope), reachOfRole(wanted.roleId));
  if (widens && !isAsBefore && actorRoleId !== 1) throw new AppError('scopeWidened');
}
