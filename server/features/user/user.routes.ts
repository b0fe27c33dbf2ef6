import {
  createUser,
  endUserSession,
  exportUsers,
  getEffectivePermissions,
  getUser,
  listOwnedThings,
  listUserSessions,
  listUsers,
  resetUserPassword,
  type UserRow,
  updateUser,
} from '@lectern/contract/features/user.ts';
import { handOutImportPasswords } from '@lectern/contract/features/user-import.ts';
import type { ListPage } from '@lectern/contract/list/define-list.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { ListExporter } from '../../platform/list/list-exporter.ts';
import type { ListReader } from '../../platform/list/list-reader.ts';
import type { ImportPasswordService } from './import-password.service.ts';
import type { UserService } from './user.service.ts';
import type { UserAccountService } from './user-account.service.ts';
import { userListSource } from './user-list.source.ts';

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

export function registerUserList(registry: EndpointRegistry, reader: ListReader, exporter: ListExporter): void {
  registry.handle(
    listUsers,
    async ({ query }, { principal }) => (await reader.page(userListSource, query, principal)) as ListPage<UserRow>,
  );
  registry.handleStream(exportUsers, ({ query }, context, { reply }) =>
    exporter.answer(userListSource, query, context, reply),
  );
}

export function registerImportPasswords(registry: EndpointRegistry, passwords: ImportPasswordService): void {
  registry.handle(handOutImportPasswords, ({ params }, context) => passwords.issue(context, params.id));
}
