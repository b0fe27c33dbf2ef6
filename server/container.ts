import path from 'node:path';
import type { Logger } from 'pino';
import { probeEngines } from './engines/probe/probe-engines.ts';
import { registerAccessRequests } from './features/access-request/access-request.routes.ts';
import { AccessRequestService } from './features/access-request/access-request.service.ts';
import { registerAuth } from './features/auth/auth.routes.ts';
import { CurrentUserService } from './features/auth/current-user.service.ts';
import { GuessLimitService } from './features/auth/guess-limit.service.ts';
import { PasswordService } from './features/auth/password.service.ts';
import { PasswordHasher } from './features/auth/password-hasher.ts';
import { RefreshService } from './features/auth/refresh.service.ts';
import { SessionService } from './features/auth/session.service.ts';
import { SignInService } from './features/auth/sign-in.service.ts';
import { registerEvents } from './features/event/event.routes.ts';
import { EventService } from './features/event/event.service.ts';
import { EventLoopGauge } from './features/health/event-loop-gauge.ts';
import { supportBundleJob } from './features/health/health.jobs.ts';
import { registerHealth } from './features/health/health.routes.ts';
import { HealthService } from './features/health/health.service.ts';
import { SupportBundleService } from './features/health/support-bundle.service.ts';
import { maintenanceJob } from './features/maintenance/maintenance.jobs.ts';
import { registerNotifications } from './features/notification/notification.routes.ts';
import { NotificationService } from './features/notification/notification.service.ts';
import { registerOrganisation } from './features/organisation/organisation.routes.ts';
import { OrganisationService } from './features/organisation/organisation.service.ts';
import { registerPeople } from './features/people/people.routes.ts';
import { PeopleService } from './features/people/people.service.ts';
import { PermissionGroupService } from './features/permission-group/permission-group.service.ts';
import { registerProfile } from './features/profile/profile.routes.ts';
import { ProfileService } from './features/profile/profile.service.ts';
import { registerSettings } from './features/settings/settings.routes.ts';
import { SettingsService } from './features/settings/settings.service.ts';
import { SubjectService } from './features/subject/subject.service.ts';
import { TaskService } from './features/task/task.service.ts';
import { UserService } from './features/user/user.service.ts';
import { registerWecom } from './features/wecom/wecom.routes.ts';
import { WecomService } from './features/wecom/wecom.service.ts';
import { WecomVendor } from './features/wecom/wecom-vendor.ts';
import type { Config } from './platform/config/config.ts';
import type { Db } from './platform/db/database.ts';
import { EventHub } from './platform/events/event-hub.ts';
import { EventPublisher } from './platform/events/event-publisher.ts';
import { EndpointRegistry } from './platform/http/endpoint-registry.ts';
import { Idempotency } from './platform/http/idempotency.ts';
import { registerPageData } from './platform/http/page-data.ts';
import { RateLimiter } from './platform/http/rate-limiter.ts';
import { productVersion } from './platform/product-version.ts';
import type { JobDefinition } from './platform/queue/job-definition.ts';
import { JobWorker } from './platform/queue/job-worker.ts';
import { PgBossQueue } from './platform/queue/pg-boss-queue.ts';
import { DiskFileStore } from './platform/storage/disk-file-store.ts';

type Given = { config: Config; db: Db; databaseUrl: string; logger: Logger };

export type Container = ReturnType<typeof buildContainer>;

/** The only place that constructs and wires. Everything else receives what it needs. */
export function buildContainer({ config, db, databaseUrl, logger }: Given) {
  const publisher = new EventPublisher();
  const hub = new EventHub({ db, databaseUrl, logger });
  const notifications = new NotificationService(db, publisher);
  const settings = new SettingsService(db, publisher, hub, config);
  const fileStore = new DiskFileStore(path.join(config.dataDir, 'files'));
  const gauge = new EventLoopGauge();
  const health = new HealthService({
    db,
    fileStore,
    probeEngines,
    gauge,
    dataDir: config.dataDir,
    embedded: config.embeddedDatabase,
    version: productVersion,
  });

  const definitions: JobDefinition[] = [
    supportBundleJob({ fileStore, health, settings, config }),
    maintenanceJob({ fileStore }),
  ];
  const queue = new PgBossQueue({ databaseUrl, definitions, publisher, logger });
  const worker = new JobWorker({
    databaseUrl,
    db,
    definitions,
    publisher,
    onEnded: (transaction, job) => notifications.jobEnded(transaction, job),
    timeZone: config.timeZone,
    logger,
  });
  const bundles = new SupportBundleService(db, queue, fileStore);

  const hasher = new PasswordHasher();
  const guesses = new GuessLimitService(db);
  const sessions = new SessionService(db, publisher);
  const refreshes = new RefreshService(db, sessions);
  const signIn = new SignInService({ db, hasher, guesses, sessions, notifications });
  const passwords = new PasswordService({ db, hasher, guesses, sessions, notifications, settings });
  const currentUsers = new CurrentUserService(db, config);
  const vendor = config.wecom && new WecomVendor(config.wecom);
  const wecom = new WecomService({ db, signIn, vendor });

  const tasks = new TaskService();
  const users = new UserService(db, hasher);
  const organisation = new OrganisationService(db);
  const subjects = new SubjectService(db);
  const permissionGroups = new PermissionGroupService(db, publisher);
  const people = new PeopleService(db);
  const profile = new ProfileService(db, currentUsers.read);
  const events = new EventService(db, hub);
  const accessRequests = new AccessRequestService({ db, tasks, notifications });

  const registry = new EndpointRegistry();
  registerAuth(registry, { signIn, sessions, refreshes, passwords, currentUsers });
  registerWecom(registry, wecom);
  registerProfile(registry, profile);
  registerNotifications(registry, notifications);
  registerSettings(registry, settings);
  registerPeople(registry, people);
  registerOrganisation(registry, organisation);
  registerAccessRequests(registry, accessRequests);
  registerEvents(registry, events, sessions.authenticate);
  registerHealth(registry, health, bundles);
  registerPageData(registry);

  return {
    http: {
      registry,
      authenticate: sessions.authenticate,
      rateLimiter: new RateLimiter(db),
      idempotency: new Idempotency(db),
    },
    services: { hasher, users, organisation, subjects, permissionGroups, tasks, sessions, settings, notifications },
    worker,
    /** What the api needs besides the handlers: the live events, and the queue made ready. */
    open: async () => {
      gauge.start();
      hub.start();
      await queue.open();
    },
    stopStreams: () => events.closeAll(),
    close: async () => {
      gauge.stop();
      await Promise.all([hub.stop(), queue.close()]);
    },
  };
}
