import {
  type DataScopeName,
  reachesFurther,
  reachOf,
  reachOfRole,
  scopesOfRole,
} from '@lectern/contract/data-scopes.ts';
import type { RoleId } from '@lectern/contract/roles.ts';
import { AppError } from '../../../platform/app-error.ts';

type Power = { roleId: RoleId; dataScope: DataScopeName };

/** Nobody gives by a position what they do not have: no role above their own, and only role 1 widens what a role sees. */
export function judgePower(actorRoleId: RoleId, wanted: Power, before?: Power): void {
  if (wanted.roleId < actorRoleId || (before && before.roleId < actorRoleId)) throw new AppError('morePowerful');
  if (!scopesOfRole(wanted.roleId).includes(wanted.dataScope)) throw new AppError('scopeOfRole');
  const isAsBefore = before?.roleId === wanted.roleId && before.dataScope === wanted.dataScope;
  const widens = reachesFurther(reachOf(wanted.roleId, wanted.dataScope), reachOfRole(wanted.roleId));
  if (widens && !isAsBefore && actorRoleId !== 1) throw new AppError('scopeWidened');
}
