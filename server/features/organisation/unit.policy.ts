import { reachOf } from '@lectern/contract/data-scopes.ts';
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
