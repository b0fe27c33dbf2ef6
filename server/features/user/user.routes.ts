import { listGroupChoices, previewUserPages, saveDefaultGroups } from '@lectern/contract/features/default-group.ts';
import {
  createUser,
  endUserSession,
  getEffectivePermissions,
  getUser,
  listOwnedThings,
  listUserSessions,
  resetUserPassword,
  updateUser,
} from '@lectern/contract/features/user.ts';
import { handOutImportPasswords } from '@lectern/contract/features/user-import.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { ImportPasswordService } from './import-password.service.ts';
import type { UserService } from './user.service.ts';
import type { UserAccountService } from './user-account.service.ts';
import type { UserGroupService } from './user-group.service.ts';

export function registerUsers(registry: EndpointRegistry, users: UserService, accounts: UserAccountService): void {
  registry.handle(getUser, ({ params }, context) => users.get(context, params.id));
  registry.handle(createUser, ({ body }, context) => users.invite(context, body));
  registry.handle(updateUser, ({ params, body }, context) => users.update(context, params.id, body));
  registry.handle(resetUserPassword, ({ params }, context) => accounts.resetPassword(context, params.id));
  registry.handle(listUserSessions, ({ params }, context) => accounts.listSessions(context, params.id));
  registry.handle(endUserSession, async ({ params }, context) => {
    await accounts.endSession(context, params.id, params.sessionId);
    return null;
  });
  registry.handle(listOwnedThings, ({ params }, context) => accounts.listOwned(context, params.id));
  registry.handle(getEffectivePermissions, ({ params }, context) => accounts.effectivePermissions(context, params.id));
}

export function registerUserGroups(registry: EndpointRegistry, groups: UserGroupService): void {
  registry.handle(listGroupChoices, (_, context) => groups.listChoices(context));
  registry.handle(previewUserPages, ({ query }, context) => groups.previewPages(context, query));
  registry.handle(saveDefaultGroups, ({ body }, context) => groups.saveDefaults(context, body));
}

export function registerImportPasswords(registry: EndpointRegistry, passwords: ImportPasswordService): void {
  registry.handle(handOutImportPasswords, ({ params }, context) => passwords.issue(context, params.id));
}
