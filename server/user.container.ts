import { userDetailEndpoints } from '@lectern/contract/features/user-detail.ts';
import { userImportEndpoints } from '@lectern/contract/features/user-import.ts';
import { registerActivity } from './features/activity/activity.routes.ts';
import { ActivityService } from './features/activity/activity.service.ts';
import type { GuessLimitService } from './features/auth/guess-limit.service.ts';
import type { PasswordService } from './features/auth/password.service.ts';
import type { PasswordHasher } from './features/auth/password-hasher.ts';
import type { SessionService } from './features/auth/session.service.ts';
import { ownedCourses } from './features/course/owned-courses.ts';
import { registerEditLock } from './features/edit-lock/edit-lock.routes.ts';
import { EditLockService } from './features/edit-lock/edit-lock.service.ts';
import { registerImport } from './features/import/import.routes.ts';
import type { ImportService } from './features/import/import.service.ts';
import { ownedListViews } from './features/list-view/owned-list-views.ts';
import { ownedResources } from './features/resource/owned-resources.ts';
import { ownedTasks } from './features/task/owned-tasks.ts';
import type { TwoFactorService } from './features/two-factor/two-factor.service.ts';
import { userActions } from './features/user/actions/user-actions.ts';
import { registerImportPasswords } from './features/user/import/import-password.routes.ts';
import { ImportPasswordService } from './features/user/import/import-password.service.ts';
import { userImportSource } from './features/user/import/user-import.source.ts';
import { OwnershipService } from './features/user/ownership.service.ts';
import { registerUsers } from './features/user/user.routes.ts';
import { UserService } from './features/user/user.service.ts';
import { UserAccountService } from './features/user/user-account.service.ts';
import { UserChangeService } from './features/user/user-change.service.ts';
import { userDetailSource } from './features/user/user-detail.source.ts';
import { registerUserList } from './features/user/user-list.routes.ts';
import type { Db } from './platform/db/database.ts';
import type { EventPublisher } from './platform/events/event-publisher.ts';
import type { EndpointRegistry } from './platform/http/endpoint-registry.ts';
import type { ImportSource } from './platform/import/import-source.ts';
import type { ListExporter } from './platform/list/list-exporter.ts';
import type { ListReader } from './platform/list/list-reader.ts';

type Given = {
  db: Db;
  publisher: EventPublisher;
  hasher: PasswordHasher;
  guesses: GuessLimitService;
  sessions: SessionService;
  passwords: PasswordService;
  twoFactor: TwoFactorService;
};
type Surroundings = { reader: ListReader; exporter: ListExporter; imports: ImportService };

/** Part of the container: people, as administrators manage them. */
export function buildUsers({ db, publisher, hasher, guesses, sessions, passwords, twoFactor }: Given) {
  const changes = new UserChangeService(sessions, publisher);
  const ownership = new OwnershipService([ownedTasks, ownedListViews, ownedResources, ownedCourses]);
  const users = new UserService({ db, hasher, changes });
  const importSource = userImportSource(users, changes) as ImportSource;
  return {
    users,
    changes,
    importSource,
    actions: userActions({ changes, sessions, guesses, twoFactor, ownership }),
    register(registry: EndpointRegistry, { reader, exporter, imports }: Surroundings): void {
      const detail = userDetailSource(users);
      registerUsers(registry, users, new UserAccountService({ db, hasher, passwords, sessions, ownership, changes }));
      registerUserList(registry, reader, exporter);
      registerEditLock(registry, userDetailEndpoints, detail, new EditLockService(db));
      registerActivity(registry, userDetailEndpoints, detail, new ActivityService(db));
      registerImportPasswords(registry, new ImportPasswordService({ db, hasher, passwords, changes }));
      registerImport(registry, userImportEndpoints, importSource, imports);
    },
  };
}
