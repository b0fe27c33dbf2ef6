import { userDetailEndpoints } from '@lectern/contract/features/user-detail.ts';
import { userImportEndpoints } from '@lectern/contract/features/user-import.ts';
import type { Platform } from '../../platform/feature-module.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { ImportSource } from '../../platform/import/import-source.ts';
import type { OwnedThings } from '../../platform/ownership/owned-things.ts';
import type { GuessLimitService, PasswordHasher, PasswordService, SessionService } from '../auth/public.ts';
import { ownedCourses } from '../course/public.ts';
import { importAction } from '../import/public.ts';
import { ownedListViews } from '../list-view/public.ts';
import { ownedResources } from '../resource/public.ts';
import { ownedTasks } from '../task/public.ts';
import type { TwoFactorService } from '../two-factor/public.ts';
import { ImportPasswordService } from './import-password.service.ts';
import { OwnershipService } from './ownership.service.ts';
import { registerImportPasswords, registerUserGroups, registerUsers } from './user.routes.ts';
import { UserService, userDetailSource } from './user.service.ts';
import { UserAccountService } from './user-account.service.ts';
import { userActions } from './user-actions.ts';
import { UserChangeService } from './user-change.service.ts';
import { UserGroupService } from './user-group.service.ts';
import { userImportSource } from './user-import.source.ts';
import { userListSource } from './user-list.source.ts';

type Dependencies = {
  hasher: PasswordHasher;
  guesses: GuessLimitService;
  sessions: SessionService;
  passwords: PasswordService;
  twoFactor: TwoFactorService;
  transferResources: OwnedThings['move'];
};

export function userModule({ db, publisher }: Platform, dependencies: Dependencies) {
  const { hasher, guesses, sessions, passwords, twoFactor, transferResources } = dependencies;
  const changes = new UserChangeService(sessions, publisher);
  const resources = { ...ownedResources, move: transferResources };
  const ownership = new OwnershipService([ownedTasks, ownedListViews, resources, ownedCourses]);
  const users = new UserService({ db, hasher, changes });
  const accounts = new UserAccountService({ db, hasher, passwords, sessions, ownership, changes });
  const importPasswords = new ImportPasswordService({ db, hasher, passwords, changes });
  const importSource = userImportSource(users, changes) as ImportSource;
  return {
    users,
    changes,
    lists: [userListSource],
    actions: [importAction(importSource), ...userActions({ changes, sessions, guesses, twoFactor, ownership })],
    imports: [{ endpoints: userImportEndpoints, source: importSource }],
    details: [{ endpoints: userDetailEndpoints, source: userDetailSource(users) }],
    register(registry: EndpointRegistry): void {
      registerUsers(registry, users, accounts);
      registerUserGroups(registry, new UserGroupService(db));
      registerImportPasswords(registry, importPasswords);
    },
  };
}
