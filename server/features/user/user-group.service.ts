import { grantablePaths } from '@lectern/contract/access.ts';
import type { DefaultGroups, GroupChoice, previewUserPages } from '@lectern/contract/features/default-group.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import type { z } from 'zod';
import { recordActivity } from '../../platform/activity/record-activity.ts';
import { invalidField } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { findDefaultGroup, isGroupInUse, listGroupChoices, saveDefaultGroup } from './default-group.repository.ts';
import { judgeRole } from './user.policy.ts';
import { listPathsAllowedTo } from './user.repository.ts';
import { validatePlace } from './validate-place.ts';

type Newcomer = z.output<(typeof previewUserPages)['query']>;

/** Which permission group new people get, and what it lets them open. */
export class UserGroupService {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Below administrators, only groups within one's own pages, because nobody may grant more than they have. */
  async listChoices({ principal }: SignedInContext): Promise<GroupChoice[]> {
    const groups = await listGroupChoices(this.#db);
    if (hasAbility(principal.roleId, 'superAdmin')) return groups;
    return groups.filter(({ pages }) => pages.every((path) => principal.permissions.includes(path)));
  }

  /** Refuses what creating the user would refuse. */
  async previewPages({ principal }: SignedInContext, newcomer: Newcomer): Promise<{ pages: string[] }> {
    const { roleId, departmentId, positionId } = newcomer;
    judgeRole(principal, roleId);
    const groupId = newcomer.groupId ?? (await findDefaultGroup(this.#db, roleId));
    const place = { departmentId: departmentId || null, positionId: positionId || null, groupId: groupId || null };
    await validatePlace(this.#db, principal, {
      department_id: place.departmentId,
      position_id: place.positionId,
      group_id: place.groupId,
      role_id: roleId,
    });
    if (hasAbility(roleId, 'superAdmin')) return { pages: grantablePaths() };
    return { pages: await listPathsAllowedTo(this.#db, { userId: null, ...place }) };
  }

  async saveDefaults(context: SignedInContext, wanted: DefaultGroups): Promise<DefaultGroups> {
    await this.#db.transaction().execute(async (transaction) => {
      for (const name of ['defaultGroupSpecialist', 'defaultGroupUser'] as const) {
        const id = wanted[name];
        if (id && !(await isGroupInUse(transaction, id))) throw invalidField(name, 'noSuchGroup');
      }
      const before = await namesOfDefaults(transaction);
      await saveDefaultGroup(transaction, 3, wanted.defaultGroupSpecialist);
      await saveDefaultGroup(transaction, 4, wanted.defaultGroupUser);
      await recordActivity(transaction, context, {
        action: 'settings.changed',
        objectType: 'settings',
        objectId: 'platform',
        before,
        after: await namesOfDefaults(transaction),
      });
    });
    return wanted;
  }
}

async function namesOfDefaults(db: Executor) {
  const groups = await listGroupChoices(db);
  const nameOf = (roleId: 3 | 4) => groups.find(({ defaultFor }) => defaultFor.includes(roleId))?.name ?? null;
  return { defaultGroupSpecialist: nameOf(3), defaultGroupUser: nameOf(4) };
}
