import { accessRequestModule } from './features/access-request/access-request.module.ts';
import { activityModule } from './features/activity/activity.module.ts';
import { apiKeyModule } from './features/api-key/api-key.module.ts';
import { auditModule } from './features/audit/audit.module.ts';
import { authModule } from './features/auth/auth.module.ts';
import type { PasswordHasher } from './features/auth/public.ts';
import { columnModule } from './features/column/column.module.ts';
import { columnUses } from './features/column/public.ts';
import { courseModule } from './features/course/course.module.ts';
import { courseUses } from './features/course/public.ts';
import { deliveryModule } from './features/delivery/delivery.module.ts';
import { editLockModule } from './features/edit-lock/edit-lock.module.ts';
import { eventModule } from './features/event/event.module.ts';
import { favouriteModule } from './features/favourite/favourite.module.ts';
import { favouriteUses } from './features/favourite/public.ts';
import { glossaryModule } from './features/glossary/glossary.module.ts';
import { healthModule } from './features/health/health.module.ts';
import { homePageModule } from './features/home-page/home-page.module.ts';
import { homeUses, listColumnHomeUses } from './features/home-page/public.ts';
import { importModule } from './features/import/import.module.ts';
import { inspectionModule } from './features/inspection/inspection.module.ts';
import { languageModelModule } from './features/language-model/language-model.module.ts';
import { libraryModule } from './features/library/library.module.ts';
import { libraryStatModule } from './features/library-stat/library-stat.module.ts';
import { listViewModule } from './features/list-view/list-view.module.ts';
import { machineWorkModule } from './features/machine-work/machine-work.module.ts';
import { type ChooseSteps, versionRenditions, workFollower } from './features/machine-work/public.ts';
import { mailModule } from './features/mail/mail.module.ts';
import { maintenanceModule } from './features/maintenance/maintenance.module.ts';
import { notificationModule } from './features/notification/notification.module.ts';
import { operationModule } from './features/operation/operation.module.ts';
import { organisationModule } from './features/organisation/organisation.module.ts';
import { passageFollower } from './features/passage/public.ts';
import { passwordResetModule } from './features/password-reset/password-reset.module.ts';
import { peopleModule } from './features/people/people.module.ts';
import { permissionGroupModule } from './features/permission-group/permission-group.module.ts';
import { personalDataModule } from './features/personal-data/personal-data.module.ts';
import { portalModule } from './features/portal/portal.module.ts';
import { profileModule } from './features/profile/profile.module.ts';
import type { NoteTexts } from './features/reading/public.ts';
import { readingModule } from './features/reading/reading.module.ts';
import type { ResourceFollower } from './features/resource/public.ts';
import { resourceModule } from './features/resource/resource.module.ts';
import { reviewFollower } from './features/review/public.ts';
import { reviewModule } from './features/review/review.module.ts';
import { savedReportModule } from './features/saved-report/saved-report.module.ts';
import { reviewedScans, scanFollower } from './features/scan/public.ts';
import { scanModule } from './features/scan/scan.module.ts';
import { searchModule } from './features/search/search.module.ts';
import { sensitiveWordModule } from './features/sensitive-word/sensitive-word.module.ts';
import { settingsModule } from './features/settings/settings.module.ts';
import { setupModule } from './features/setup/setup.module.ts';
import { signOnModule } from './features/sign-on/sign-on.module.ts';
import { statisticsModule } from './features/statistics/statistics.module.ts';
import { judgeTracks, subtitleFollower, trackFollower } from './features/subtitle/public.ts';
import { subtitleModule } from './features/subtitle/subtitle.module.ts';
import { judgeSummary, summaryFollower } from './features/summary/public.ts';
import { summaryModule } from './features/summary/summary.module.ts';
import { tagModule } from './features/tag/tag.module.ts';
import { taskModule } from './features/task/task.module.ts';
import { draftFollower } from './features/text-draft/public.ts';
import { textDraftModule } from './features/text-draft/text-draft.module.ts';
import { twoFactorModule } from './features/two-factor/two-factor.module.ts';
import { uploadModule } from './features/upload/upload.module.ts';
import { userModule } from './features/user/user.module.ts';
import { webhookModule } from './features/webhook/webhook.module.ts';
import { wecomModule } from './features/wecom/wecom.module.ts';
import type { Installation } from './platform/assemble-modules.ts';
import { assembleModules, openPlatform } from './platform/assemble-modules.ts';
import { contributionsOf, type FeatureModule } from './platform/feature-module.ts';
import { Idempotency } from './platform/http/idempotency.ts';
import { RateLimiter } from './platform/http/rate-limiter.ts';
import type { OwnedThings } from './platform/ownership/owned-things.ts';
import type { FileStore } from './platform/storage/file-store.ts';

/** Overrides for tests. */
type Replacements = { fileStore?: FileStore; steps?: ChooseSteps; hasher?: PasswordHasher | undefined };

/** Rows derived from resources, in update order: reviews are computed from scan matches. */
export const resourceFollowers: readonly ResourceFollower[] = [
  passageFollower,
  workFollower,
  subtitleFollower,
  trackFollower,
  summaryFollower,
  scanFollower,
  reviewFollower,
  draftFollower,
];

/** Run when a resource's current texts change. */
export const textFollowers: readonly NoteTexts[] = [judgeTracks, judgeSummary];

export type Container = ReturnType<typeof buildContainer>;

/**
 * Builds the modules with their dependencies. Where two depend on each other, the earlier one gets a callback that is
 * resolved only when called.
 */
export function buildContainer(installation: Installation, { fileStore, steps, hasher }: Replacements = {}) {
  const languageOf = (userId: string) => profile.profile.languageOf(userId);
  const platform = openPlatform(installation, { fileStore, languageOf });
  const settings = settingsModule(platform);
  const notification = notificationModule(platform, { systemMail: () => mail.system });
  const base = { settings: settings.settings, notifications: notification.notifications };

  // Users and permissions
  const secondFactor = { use: (userId: string, code: string) => twoFactor.twoFactor.use(userId, code) };
  const auth = authModule(platform, { ...base, secondFactor, hasher });
  const twoFactor = twoFactorModule(platform, { ...base, ...auth });
  const transferResources: OwnedThings['move'] = (...args) => resource.writer.transfer(...args);
  const user = userModule(platform, { ...auth, ...twoFactor, transferResources });
  const profile = profileModule(platform, auth);
  const task = taskModule(platform, base);
  const withTasks = { ...base, tasks: task.tasks };
  const passwordReset = passwordResetModule(platform, { ...withTasks, ...auth, mail: () => mail.system });
  const permissionGroup = permissionGroupModule(platform, { ...withTasks, ...auth });
  const organisation = organisationModule(platform, {
    ...permissionGroup,
    moveResources: (...args) => resource.writer.moveDepartment(...args),
  });

  // Resources and where they appear
  const library = libraryModule(platform, { languageSet: (...args) => machineWork.libraryLanguageSet(...args) });
  const column = columnModule(platform, { homeUses: listColumnHomeUses });
  const favourite = favouriteModule(platform);
  const homePage = homePageModule(platform, base);
  const tag = tagModule(platform);
  const resource = resourceModule(platform, {
    ...withTasks,
    ...library,
    ...column,
    ...favourite,
    ...tag,
    homePage: homePage.draft,
    uses: [columnUses, favouriteUses, courseUses, homeUses],
    followers: resourceFollowers,
    renditions: versionRenditions,
    beginWork: (...args) => machineWork.pipeline.begin(...args),
    languageChanged: (...args) => machineWork.languageChanged(...args),
    chapters: () => course.shelf,
  });
  const { intake } = resource;
  const course = courseModule(platform, { ...withTasks, ...library, intake, subtitles: () => subtitle.changes });
  const drawPage = (versionId: string, page: number) => machineWork.drawing.draw(versionId, page);
  const delivery = deliveryModule(platform, {
    drawPage,
    noteDownloads: (...args) => statistics.office.noteDownloads(...args),
  });
  const mail = mailModule(platform, { ...base, deliveries: delivery.campusDeliveries });

  // Reviews and scans
  const operation = operationModule(platform, base);
  const { operations } = operation;
  const review = reviewModule(platform, {
    ...withTasks,
    operations,
    scans: reviewedScans,
    resourceGate: resource.gate,
    drawAllPages: (...args) => machineWork.drawing.drawAll(...args),
    words: () => sensitiveWord.words,
  });
  const scan = scanModule(platform, { ...base, ...review });
  const sensitiveWord = sensitiveWordModule(platform, scan);

  // Texts and machine work
  const editLock = editLockModule(platform);
  const textDraft = textDraftModule(editLock);
  const reading = readingModule(platform, {
    ...textDraft,
    ...editLock,
    pipeline: () => machineWork.pipeline,
    drawPage,
    textFollowers,
    transcriptChanged: (...args) => subtitle.transcriptChanged(...args),
  });
  const terms = glossaryModule(platform, { ...textDraft, ...reading, subtitles: () => subtitle });
  const languageModel = languageModelModule(platform, base);
  const { glossary } = terms;
  const textWork = { ...base, ...textDraft, ...languageModel, glossary, scan: scan.scanNow };
  const subtitle = subtitleModule(platform, { ...textWork, pipeline: () => machineWork.pipeline });
  const summary = summaryModule(platform, { ...textWork, machine: () => machineWork });
  const machineWork = machineWorkModule(platform, {
    intake,
    operations,
    glossary,
    chooseSteps: steps,
    readings: reading.readings,
    steps: [...subtitle.steps, ...scan.steps, ...summary.steps],
    texts: [subtitle.texts, summary.texts],
  });
  const inspection = inspectionModule(platform, resource);
  const upload = uploadModule(platform, { ...base, ...library, intake });

  // Visitors and operators
  const statistics = statisticsModule(platform, base);
  const libraryStat = libraryStatModule(platform);
  const { events } = statistics;
  const portal = portalModule(platform, { ...base, ...review, events, homePage: homePage.reader });
  const apiKey = apiKeyModule(platform);
  const webhook = webhookModule(platform);
  const event = eventModule(platform, auth);

  const people = { auth, twoFactor, user, profile, task, passwordReset, permissionGroup, organisation, settings };
  const resources = { operation, library, column, favourite, homePage, tag, resource, course, delivery, mail };
  const texts = { inspection, upload, machineWork, reading, terms, languageModel, subtitle, summary };
  const publication = { scan, review, sensitiveWord, statistics, portal, apiKey, webhook, event, notification };
  const features = { ...people, ...resources, ...texts, ...publication };
  const modules: readonly FeatureModule[] = [
    ...Object.values(features),
    wecomModule(platform, auth),
    signOnModule(platform, { ...base, ...auth }),
    personalDataModule(platform, { ...auth, ...user }),
    accessRequestModule(platform, withTasks),
    auditModule(platform, base),
    peopleModule(platform),
    searchModule(platform),
    setupModule(platform),
    listViewModule(platform),
    healthModule(platform, { ...base, mailServer: mail.server }),
    editLock,
    libraryStat,
    savedReportModule(platform, { stats: statistics.stats, library: libraryStat.library, mail: mail.system }),
    activityModule(platform),
    importModule(platform, operation),
    maintenanceModule(platform, () => contributionsOf(modules).maintenance),
  ];
  const { registry, worker, actions, open, close } = assembleModules(modules, platform);
  return {
    http: {
      registry,
      authenticate: auth.sessions.authenticate,
      authenticateKey: apiKey.authenticateKey,
      countKeyCall: apiKey.countKeyCall,
      afterChange: () => {
        auth.forgetHolders();
        platform.counts.clear();
      },
      noteDownload: auth.views.noteDownload,
      rateLimiter: new RateLimiter(platform.db),
      idempotency: new Idempotency(platform.db),
    },
    platform,
    features,
    actions,
    worker,
    open,
    stopStreams: () => event.events.closeAll(),
    close,
  };
}
