import { type DataScopeName, reachesFurther, reachOf } from '@lectern/contract/data-scopes.ts';
import { hasAbility, type RoleId } from '@lectern/contract/roles.ts';
import { dataScopeOf } from '../../platform/access/data-scope.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import { pageNames } from '../../platform/error-values.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { isGroupInUse } from './default-group.repository.ts';
import { isInDepartments, mayManageRole, pagesBeyond } from './user.policy.ts';
import {
  findScopeOfPosition,
  findUsableDepartment,
  findUsablePosition,
  listPathsAllowedTo,
} from './user.repository.ts';

export type Place = {
  department_id: string | null;
  position_id: string | null;
  group_id: string | null;
  role_id: number;
};

/**
 * Checks that the actor may give a person this department, position, group and role; `before` is undefined for a new person.
 */
export async function validatePlace(
  db: Executor,
  actor: Principal,
  after: Place,
  before?: Place & { id: string },
): Promise<void> {
  if (after.department_id !== before?.department_id) await assertDepartment(db, actor, after.department_id);
  if (after.position_id !== before?.position_id) await judgePosition(db, actor, after.position_id);
  if (after.group_id !== null && after.group_id !== before?.group_id && !(await isGroupInUse(db, after.group_id))) {
    throw invalidField('groupId', 'noSuchGroup');
  }
  await judgeReach(db, actor, after, before);
  // Super administrators can’t exceed their own rights, and computing the gain is expensive.
  if (hasAbility(actor.roleId, 'superAdmin')) return;
  const pathsAt = (place: Place) =>
    listPathsAllowedTo(db, {
      userId: before?.id ?? null,
      positionId: place.position_id,
      departmentId: place.department_id,
      groupId: place.group_id,
    });
  const gain = { before: before ? await pathsAt(before) : [], after: await pathsAt(after) };
  const beyond = pagesBeyond(gain, actor);
  if (beyond.length > 0) throw new AppError('pagesBeyondOwn', { params: { pages: pageNames(beyond) } });
}

async function assertDepartment(db: Executor, actor: Principal, id: string | null): Promise<void> {
  if (id !== null && !(await findUsableDepartment(db, id))) throw invalidField('departmentId', 'noSuchDepartment');
  if (!isInDepartments(dataScopeOf(actor), id)) throw new AppError('outsideScope');
}

async function judgePosition(db: Executor, actor: Principal, id: string | null): Promise<void> {
  if (id === null) return;
  const position = await findUsablePosition(db, id);
  if (!position) throw invalidField('positionId', 'noSuchPosition');
  if (!mayManageRole(actor.roleId, position.role_id)) throw new AppError('morePowerful');
}

/** Nobody may grant a wider data scope than their own. */
async function judgeReach(db: Executor, actor: Principal, after: Place, before?: Place): Promise<void> {
  const own = reachOf(actor.roleId, actor.dataScope);
  const reach = await reachAt(db, after);
  if (!reachesFurther(reach, own)) return;
  if (before && !reachesFurther(reach, await reachAt(db, before))) return;
  throw new AppError('scopeBeyondOwn');
}

async function reachAt(db: Executor, { position_id, role_id }: Place) {
  const scope = position_id ? await findScopeOfPosition(db, position_id) : undefined;
  return reachOf(role_id as RoleId, (scope ?? 'role') as DataScopeName);
}
