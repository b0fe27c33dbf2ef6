import { resourceImportEndpoints } from '@lectern/contract/features/resource-import.ts';
import type { Logger } from 'pino';
import { buildCourses } from './course.container.ts';
import { openableFrom } from './event.container.ts';
import { everyList } from './every-list.ts';
import { registerAccessRequests } from './features/access-request/access-request.routes.ts';
import { AccessRequestService } from './features/access-request/access-request.service.ts';
import { registerAudit } from './features/audit/audit.routes.ts';
import { AuditService } from './features/audit/audit.service.ts';
import type { PasswordHasher } from './features/auth/password-hasher.ts';
import { ColumnService } from './features/column/column.service.ts';
import { registerEvents } from './features/event/event.routes.ts';
import { EventService } from './features/event/event.service.ts';
import { FavouriteService } from './features/favourite/favourite.service.ts';
import { registerImport } from './features/import/import.routes.ts';
import { ImportService } from './features/import/import.service.ts';
import { importAction } from './features/import/run-import.action.ts';
import { LibraryService } from './features/library/library.service.ts';
import { registerListViews } from './features/list-view/list-view.routes.ts';
import { ListViewService } from './features/list-view/list-view.service.ts';
import { maintenanceJob } from './features/maintenance/maintenance.jobs.ts';
import { digestJob } from './features/notification/notification.jobs.ts';
import { registerNotifications } from './features/notification/notification.routes.ts';
import { NotificationService } from './features/notification/notification.service.ts';
import { operationJob } from './features/operation/operation.jobs.ts';
import { registerOperations } from './features/operation/operation.routes.ts';
import { OperationService } from './features/operation/operation.service.ts';
import { OperationAnnouncer } from './features/operation/operation-announcer.ts';
import { registerPasswordReset } from './features/password-reset/password-reset.routes.ts';
import { PasswordResetService } from './features/password-reset/password-reset.service.ts';
import { registerPeople } from './features/people/people.routes.ts';
import { PeopleService } from './features/people/people.service.ts';
import { registerProfile } from './features/profile/profile.routes.ts';
import { ProfileService } from './features/profile/profile.service.ts';
import { registerSettings } from './features/settings/settings.routes.ts';
import { SettingsService } from './features/settings/settings.service.ts';
import { registerSubjects } from './features/subject/subject.routes.ts';
import { SubjectService } from './features/subject/subject.service.ts';
import { copySubtitles } from './features/subtitle/subtitle-copy.ts';
import { copySummary } from './features/summary/summary-copy.ts';
import { buildHealth } from './health.container.ts';
import { buildHomePage } from './home-page.container.ts';
import { listSources } from './list-sources.ts';
import { buildMachineWork, type ChooseSteps } from './machine-work.container.ts';
import { buildMail } from './mail.container.ts';
import { buildOrganisation } from './organisation.container.ts';
import { buildPermissionGroups } from './permission-group.container.ts';
import { buildPersonalData } from './personal-data.container.ts';
import type { Config } from './platform/config/config.ts';
import type { Db } from './platform/db/database.ts';
import { EventHub } from './platform/events/event-hub.ts';
import { EventPublisher } from './platform/events/event-publisher.ts';
import { EndpointRegistry } from './platform/http/endpoint-registry.ts';
import { Idempotency } from './platform/http/idempotency.ts';
import { registerPageData } from './platform/http/page-data.ts';
import { RateLimiter } from './platform/http/rate-limiter.ts';
import type { ImportSource } from './platform/import/import-source.ts';
import { ListExporter } from './platform/list/list-exporter.ts';
import { ListReader } from './platform/list/list-reader.ts';
import { ActionCatalogue } from './platform/operation/action-catalogue.ts';
import type { OperationAction } from './platform/operation/operation-action.ts';
import type { JobDefinition } from './platform/queue/job-definition.ts';
import type { JobQueue } from './platform/queue/job-queue.ts';
import { JobWorker } from './platform/queue/job-worker.ts';
import { PgBossQueue } from './platform/queue/pg-boss-queue.ts';
import { SealedBox } from './platform/sealing/sealed-box.ts';
import { sealingKeySource } from './platform/sealing/sealing-key.ts';
import type { FileStore } from './platform/storage/file-store.ts';
import { openFileStore } from './platform/storage/open-file-store.ts';
import { buildPortal } from './portal.container.ts';
import { buildResourceBytes } from './resource-bytes.container.ts';
import { buildResourceCore } from './resource-core.container.ts';
import { registerResourceOrder } from './resource-order.container.ts';
import { buildReview } from './review.container.ts';
import { buildScan } from './scan.container.ts';
import { buildSensitiveWords } from './sensitive-word.container.ts';
import { buildSignIn } from './sign-in.container.ts';
import { buildStatistics } from './statistics.container.ts';
import { buildSummaries } from './summary.container.ts';
import { buildTasks } from './task.container.ts';
import { buildTexts } from './text.container.ts';
import { buildUsers } from './user.container.ts';

type Given = {
  config: Config;
  db: Db;
  databaseUrl: string;
  logger: Logger;
  /** Instead of the one that the settings name: tests give one that fails. */
  fileStore?: FileStore;
  /** What is made of the reading machine's own steps, for tests. */
  steps?: ChooseSteps;
  /** Instead of one at full strength: tests sign in by the hundred. */
  hasher?: PasswordHasher | undefined;
};

export type Container = ReturnType<typeof buildContainer>;

/** The only place that constructs and wires. Everything else receives what it needs. */
export function buildContainer({ config, db, databaseUrl, logger, fileStore: given, steps, hasher }: Given) {
  const publisher = new EventPublisher();
  const hub = new EventHub({ db, databaseUrl, logger });
  const notifications = new NotificationService(db, publisher, () => systemMail);
  const settings = new SettingsService(db, publisher, hub, config);
  const fileStore = given ?? openFileStore(config);
  const box = new SealedBox(sealingKeySource(config));
  const mail = buildMail({ db, logger, config, publisher, notifications, settings, fileStore, box });
  const systemMail = mail.system;
  const signIn = buildSignIn({ config, db, hub, publisher, notifications, settings, box, hasher });
  const { sessions, passwords, views } = signIn;

  const people = buildUsers({ db, publisher, ...signIn });
  const units = buildOrganisation({ db, publisher });
  const { organisation } = units;

  const audit = new AuditService(db, settings);
  const todo = buildTasks({ db, publisher, notifications, logger });
  const { tasks } = todo;
  const passwordResets = new PasswordResetService({
    ...{ db, logger, tasks, notifications, passwords, mail: () => systemMail, administrators: todo.administrators },
  });
  const { forgetHolders } = signIn;
  const permissions = buildPermissionGroups({ db, publisher, tasks, notifications, forgetHolders });
  const libraries = new LibraryService();
  const columns = new ColumnService();
  const favourites = new FavouriteService();
  const homePage = buildHomePage({ db, publisher, settings, fileStore, timeZone: config.timeZone });
  const core = buildResourceCore({
    ...{ db, publisher, notifications, settings, tasks, libraries, columns, favourites, fileStore },
    ...{ homePage: homePage.draft, timeZone: config.timeZone },
    beginWork: (transaction, wanted) => machine.pipeline.begin(transaction, wanted),
    languageChanged: (transaction, context, id) => machine.languageChanged(transaction, context, id),
    chapters: () => courses.shelf,
  });
  const { intake } = core;
  const courses = buildCourses({
    ...{ db, publisher, notifications, settings, tasks, fileStore, libraries, intake, logger },
    timeZone: config.timeZone,
  });
  // The queue needs the definitions of all jobs, and some of those leave jobs themselves.
  const laterQueue: JobQueue = {
    enqueue: (transaction, job) => queue.enqueue(transaction, job),
    cancel: (transaction, jobId) => queue.cancel(transaction, jobId),
    requeue: (transaction, jobId, change) => queue.requeue(transaction, jobId, change),
    prioritise: (transaction, jobId, priority) => queue.prioritise(transaction, jobId, priority),
  };
  const review = buildReview({
    ...{ db, publisher, notifications, settings, tasks, fileStore, resourceGate: core.gate, queue: laterQueue },
    drawAllPages: (versionId, signal) => machine.drawing.drawAll(versionId, signal),
  });
  const scan = buildScan({
    ...{ db, publisher, settings, notifications, queue: laterQueue, fileStore, logger },
    ocrModels: config.engines.ocrModels,
    block: (transaction, id, reason) => review.gate.block(transaction, null, id, reason),
    releaseFixed: (transaction, id) => review.gate.releaseFixed(transaction, id),
    afterScan: (transaction, id, outcome) => review.reviews.afterScan(transaction, id, outcome),
    cover: (transaction, id) => review.masks.renew(transaction, id),
    tellFound: (transaction, rescanId) => review.found.foundByRescan(transaction, rescanId),
  });
  const sensitiveWords = buildSensitiveWords({ db, logger, ...scan });
  const texts = buildTexts({
    ...{ db, publisher, notifications, fileStore, queue: laterQueue, timeZone: config.timeZone },
    scan: scan.now,
    pipeline: () => machine.pipeline,
    models: () => summaries.models,
  });
  const summaries = buildSummaries({
    ...{ db, publisher, notifications, settings, config: config.languageModel, timeZone: config.timeZone },
    drafts: texts.drafts,
    scan: scan.now,
    machine: () => machine,
  });
  const machine = buildMachineWork({
    db,
    publisher,
    fileStore,
    intake,
    queue: laterQueue,
    logger,
    config: config.engines,
    more: [...texts.subtitles.steps, ...scan.steps, ...summaries.steps],
    glossary: texts.glossary,
    alsoCopy: async (transaction, wanted) => {
      await copySubtitles(transaction, wanted);
      await copySummary(transaction, wanted);
    },
    alsoRetract: { subtitle: texts.subtitles.retract, summarise: summaries.retract },
    ...(steps && { steps }),
  });

  const actions: OperationAction[] = [
    importAction(people.importSource),
    importAction(core.importSource as ImportSource),
    ...people.actions,
    ...units.actions,
    ...permissions.actions,
    ...core.actions,
    ...machine.actions,
    ...texts.actions,
    ...summaries.actions,
    ...review.actions,
    ...sensitiveWords.actions,
    ...todo.actions,
    ...mail.actions,
    ...courses.actions,
  ];
  const catalogue = new ActionCatalogue(actions, [...listSources, texts.subtitles.source, todo.source]);
  const announcer = new OperationAnnouncer(publisher, notifications);

  const bytes = buildResourceBytes({
    ...{ db, logger, fileStore, publisher, settings, libraries, intake, timeZone: config.timeZone },
    queue: laterQueue,
    noteDownloads: (context, ids) => statistics.office.noteDownloads(context, ids),
    drawPage: (versionId, page) => machine.drawing.draw(versionId, page),
  });

  const statistics = buildStatistics({
    ...{ db, logger, settings, config, fileStore, queue: laterQueue, mail: () => systemMail },
    languageOf: (userId) => profile.languageOf(userId),
  });
  const portal = buildPortal({
    ...{ db, config, box, fileStore, logger, settings },
    events: statistics.events,
    homePage: homePage.reader,
    reports: review.reports,
  });
  const health = buildHealth({
    ...{ db, databaseUrl, config, settings, fileStore },
    queue: laterQueue,
    mailServer: () => mail.server.report(),
  });

  const definitions: JobDefinition[] = [
    ...bytes.definitions,
    ...machine.definitions,
    ...scan.definitions,
    ...review.definitions,
    ...texts.subtitles.definitions,
    ...health.definitions,
    ...statistics.definitions,
    ...core.definitions,
    ...todo.definitions,
    digestJob(() => systemMail),
    maintenanceJob({
      fileStore,
      steps: [
        ...core.maintenance,
        ...bytes.maintenance,
        ...machine.maintenance,
        ...texts.subtitles.maintenance,
        ...sensitiveWords.maintenance,
        ...mail.maintenance,
        ...portal.maintenance,
        ...courses.maintenance,
        ...statistics.maintenance,
        ...signIn.maintenance,
        { what: 'entries of the audit that had their time', run: (_db, signal) => audit.expire(signal) },
      ],
    }),
    operationJob({ catalogue, announcer, timeZone: config.timeZone, logger }),
  ];
  const queue: PgBossQueue = new PgBossQueue({ databaseUrl, definitions, publisher, logger });
  const operations = new OperationService({ db, queue, catalogue, announcer });
  const worker = new JobWorker({
    databaseUrl,
    db,
    definitions,
    publisher,
    onEnded: async (transaction, job) => {
      await operations.jobEnded(transaction, job);
      await bytes.jobEnded(transaction, job);
      await machine.pipeline.ended(transaction, job);
      await scan.rescans.jobEnded(transaction, job);
      await review.masks.jobEnded(transaction, job);
      // Of the machine's work people hear where they see it; there is too much of it for the bell.
      if (!job.versionId) await notifications.jobEnded(transaction, job);
    },
    loops: [
      ...[scan, todo, mail, courses, portal, machine, passwordResets].map(({ loop }) => loop),
      ...statistics.loops,
    ],
    timeZone: config.timeZone,
    logger,
  });

  const subjects = new SubjectService(db);
  const profile = new ProfileService(db, signIn.currentUsers.read);
  const events = new EventService(db, hub, openableFrom(db));
  const accessRequests = new AccessRequestService({ db, tasks, notifications });

  const registry = new EndpointRegistry();
  signIn.register(registry);
  buildPersonalData({ db, changes: people.changes, sessions }).register(registry);
  registerProfile(registry, profile);
  registerNotifications(registry, notifications);
  registerSettings(registry, settings);
  const reader = new ListReader(db, config);
  const exporter = new ListExporter(db, { timeZone: config.timeZone, languageOf: profile.languageOf });
  registerAudit(registry, audit, { reader, exporter });
  core.register(registry, reader, exporter);
  registerPeople(registry, new PeopleService(db));
  registerSubjects(registry, subjects);
  registerResourceOrder(registry, {
    ...{ db, libraries, columns, favourites, fileStore },
    timeZone: config.timeZone,
  });
  homePage.register(registry);
  bytes.register(registry);
  machine.register(registry, { operations, reader, exporter });
  texts.register(registry, { reader, exporter });
  summaries.register(registry, { reader, exporter });
  scan.register(registry);
  review.register(registry, { operations, reader, exporter, words: sensitiveWords.words });
  registerAccessRequests(registry, accessRequests);
  todo.register(registry, { reader, exporter });
  registerPasswordReset(registry, passwordResets);
  mail.register(registry, { reader, exporter, languageOf: profile.languageOf });
  permissions.register(registry, { reader, exporter });
  courses.register(registry, { reader, exporter });
  registerEvents(registry, events, sessions.authenticate);
  health.register(registry);
  registerOperations(registry, operations);
  const imports = new ImportService(db, operations);
  units.register(registry, { reader, exporter, imports });
  sensitiveWords.register(registry, { reader, exporter, imports });
  people.register(registry, { reader, exporter, imports });
  registerImport(registry, resourceImportEndpoints, core.importSource as ImportSource, imports);
  registerListViews(registry, new ListViewService(db, everyList));
  portal.register(registry);
  statistics.register(registry, { reader, exporter });
  registerPageData(registry);

  return {
    http: {
      registry,
      authenticate: sessions.authenticate,
      authenticateKey: portal.authenticateKey,
      countKeyCall: portal.countKeyCall,
      afterChange: forgetHolders,
      noteDownload: views.noteDownload,
      rateLimiter: new RateLimiter(db),
      idempotency: new Idempotency(db),
    },
    services: {
      hasher: signIn.hasher,
      box,
      users: people.users,
      organisation,
      subjects,
      permissionGroups: permissions.groups,
      tasks,
      taskLoop: todo.loop,
      taskRounds: todo.rounds,
      mailLoop: mail.loop,
      webhookLoop: portal.loop,
      courseLoop: courses.loop,
      foldLoop: statistics.foldLoop,
      holdingLoop: statistics.holdingLoop,
      officeEvents: statistics.office,
      systemMail,
      passwordResets,
      passwords,
      sessions,
      settings,
      notifications,
      actions,
      intake,
      pipeline: machine.pipeline,
      schedule: core.schedule,
      tags: core.tags,
      homePage: homePage.reader,
      fileStore,
      uploadRecovery: bytes.recovery,
      gate: core.gate,
      reviews: review.reviews,
      scans: scan.scans,
      scanLoop: scan.loop,
      rescans: scan.rescans,
    },
    worker,
    /** What the api needs besides the handlers: the live events, and the queue made ready. */
    open: async () => {
      health.gauge.start();
      hub.start();
      await queue.open();
      bytes.recovery.start();
    },
    stopStreams: () => events.closeAll(),
    close: async () => {
      health.gauge.stop();
      await bytes.recovery.stop();
      await Promise.all([hub.stop(), queue.close(), scan.dictionary.close(), summaries.close()]);
    },
  };
}
