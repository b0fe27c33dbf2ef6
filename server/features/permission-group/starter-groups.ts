import type { Language } from '@lectern/contract/language.ts';
import {
  defaultGroupRoles,
  type StarterGroup,
  starterDefaults,
  starterGroups,
  starterRules,
} from '@lectern/contract/permission-presets.ts';
import { insertActivity } from '../../platform/activity/record-activity.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import { messagesIn } from '../../platform/messages.ts';
import { newId } from '../../platform/new-id.ts';
import { saveDefaultGroup } from '../user/public.ts';
import { insertGroup, insertVersion, lockPermissions, updateRules } from './permission-group.repository.ts';

/**
 * Gives an installation its starter groups and the default group of each role, once and only if it never had a group.
 * Existing people keep the pages they have.
 */
export async function ensureStarterGroups(db: Db, language: Language): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await lockPermissions(transaction);
    // Deleted groups keep their row, so groups that were deleted don't come back.
    const known = await transaction.selectFrom('permission_groups').select('id').limit(1).executeTakeFirst();
    if (known) return false;
    const ids = new Map<StarterGroup, string>();
    for (const group of starterGroups) ids.set(group, await createStarterGroup(transaction, group, language));
    for (const roleId of defaultGroupRoles) {
      await saveDefaultGroup(transaction, roleId, ids.get(starterDefaults[roleId]) ?? null);
    }
    return true;
  });
}

async function createStarterGroup(transaction: Executor, group: StarterGroup, language: Language): Promise<string> {
  const id = newId();
  const { name, description } = messagesIn(language).permissionGroup.starters[group];
  const content = { name, description, rules: starterRules(group), members: [] };
  await insertGroup(transaction, { id, name, description, createdBy: null });
  await updateRules(transaction, id, content.rules);
  const first = { groupId: id, version: 1, actorId: null, cause: 'created', restoredVersion: null };
  await insertVersion(transaction, { ...first, content });
  await insertActivity(transaction, {
    ...{ action: 'permissionGroup.created', objectType: 'permissionGroup', objectId: id },
    ...{ after: content, actorId: null, ip: null, requestId: null },
  });
  return id;
}
