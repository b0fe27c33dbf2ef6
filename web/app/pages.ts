import type { RouteId } from '@lectern/contract/routes.ts';
import type { ComponentType } from 'react';
import { loadPageTexts } from '../lib/i18n/language.ts';
import type { PageArea } from '../lib/i18n/page-areas.ts';
import { type LazyPage, lazyPage } from '../lib/lazy-page.tsx';
import { listOrOne } from './list-or-one.tsx';

/** A page that needs texts used by few pages; they load together with it. */
function pageWithTexts(load: () => Promise<ComponentType>, ...areas: PageArea[]): LazyPage {
  return lazyPage(async () => {
    const [Page] = await Promise.all([load(), loadPageTexts(...areas)]);
    return Page;
  });
}

const resourceDetail = pageWithTexts(
  async () => (await import('../features/resource/detail/resource-detail-page.tsx')).ResourceDetailPage,
  'resourceDetail',
  'activity',
);

const reviewDetail = pageWithTexts(
  async () => (await import('../features/review/detail/review-detail-page.tsx')).ReviewDetailPage,
  'review',
  'scan',
  'sensitiveTools',
  'activity',
);

const textWork = pageWithTexts(
  async () => (await import('../features/text-work/text-work-page.tsx')).TextWorkPage,
  'textWork',
  'workbench',
);

/** The page component of each route, except groups and routes that the router handles itself. */
export const pages: Partial<Record<RouteId, LazyPage>> = {
  'home.profile': pageWithTexts(
    async () => (await import('./profile-with-operations.tsx')).ProfileWithOperations,
    'profile',
    'mail',
    'activity',
  ),
  'home.my': lazyPage(async () => (await import('./my-with-setup.tsx')).MyWithSetup),
  'resource.info': lazyPage(
    async () => (await import('../features/resource/list/resource-list-page.tsx')).ResourceListPage,
  ),
  'home.collect': pageWithTexts(
    async () => (await import('../features/favourite/favourite-page.tsx')).FavouritePage,
    'favourite',
  ),
  'resource.column': pageWithTexts(
    async () => (await import('../features/column/column-page.tsx')).ColumnPage,
    'column',
    'activity',
  ),
  'page.resourceRecommend': pageWithTexts(
    async () => (await import('../features/home-page/home-page.tsx')).HomePage,
    'homePage',
  ),
  'resource.document': resourceDetail,
  'resource.video': resourceDetail,
  'resource.audio': resourceDetail,
  'resource.image': resourceDetail,
  'resource.library': pageWithTexts(
    async () => (await import('../features/library/library-page.tsx')).LibraryPage,
    'library',
  ),
  'course.subject': pageWithTexts(
    async () => (await import('../features/subject/subject-page.tsx')).SubjectPage,
    'subject',
    'activity',
  ),
  'course.list': pageWithTexts(async () => (await import('../features/course/course-page.tsx')).CoursePage, 'course'),
  'course.detail': pageWithTexts(
    async () => (await import('../features/course/detail/course-detail-page.tsx')).CourseDetailPage,
    'course',
    'chapter',
    'activity',
  ),
  'course.chapter': pageWithTexts(
    async () => (await import('../features/course/chapter/chapter-page.tsx')).ChapterPage,
    'course',
    'chapter',
    'activity',
  ),
  'data.resource': pageWithTexts(
    async () => (await import('../features/library-stat/library-stat-page.tsx')).LibraryStatPage,
    'libraryStat',
    'statistics',
    'report',
    'chart',
  ),
  'data.accessStat': pageWithTexts(
    async () => (await import('../features/access-stat/access-stat-page.tsx')).AccessStatPage,
    'accessEvent',
    'accessStat',
    'statistics',
    'report',
    'chart',
  ),
  'data.accessRecord': pageWithTexts(
    async () => (await import('../features/access-record/access-record-page.tsx')).AccessRecordPage,
    'accessEvent',
    'accessRecord',
    'statistics',
  ),
  'data.convert': lazyPage(async () => (await import('../features/machine-work/work-pages.tsx')).WorkPage),
  'handle.img': lazyPage(async () => (await import('../features/machine-work/work-pages.tsx')).OcrPage),
  'handle.asr': lazyPage(async () => (await import('../features/machine-work/work-pages.tsx')).AsrPage),
  'handle.subtitle': listOrOne(
    pageWithTexts(async () => (await import('../features/subtitle/subtitle-page.tsx')).SubtitlePage, 'subtitle'),
    pageWithTexts(
      async () => (await import('../features/subtitle/editor/editor-page.tsx')).SubtitleEditorPage,
      'subtitle',
      'textWork',
      'workbench',
    ),
  ),
  'handle.ai': listOrOne(
    pageWithTexts(
      async () => (await import('../features/summary/summary-page.tsx')).SummaryPage,
      'summary',
      'languageModel',
    ),
    pageWithTexts(
      async () => (await import('../features/summary/edit/summary-edit-page.tsx')).SummaryEditPage,
      'summary',
      'languageModel',
      'textWork',
      'workbench',
    ),
  ),
  'handle.imgDetail': textWork,
  'handle.asrVideo': textWork,
  'handle.asrAudio': textWork,
  'sensitive.resource': pageWithTexts(
    async () => (await import('../features/review/review-page.tsx')).ReviewPage,
    'review',
    'scan',
  ),
  'sensitive.document': reviewDetail,
  'sensitive.video': reviewDetail,
  'sensitive.audio': reviewDetail,
  'sensitive.image': reviewDetail,
  'sensitive.word': pageWithTexts(
    async () => (await import('../features/sensitive-word/word-page.tsx')).SensitiveWordPage,
    'sensitiveWord',
    'sensitiveTools',
    'scan',
    'activity',
  ),
  'email.list': pageWithTexts(async () => (await import('../features/mail/mail-page.tsx')).MailPage, 'mail'),
  'email.detail': pageWithTexts(
    async () => (await import('../features/mail/detail/mail-detail-page.tsx')).MailDetailPage,
    'mail',
    'activity',
  ),
  'system.task': pageWithTexts(
    async () => (await import('../features/task/task-page.tsx')).TaskPage,
    'task',
    'scan',
    'activity',
  ),
  'system.audit': pageWithTexts(
    async () => (await import('../features/audit/audit-page.tsx')).AuditPage,
    'audit',
    'activity',
  ),
  'system.health': pageWithTexts(
    async () => (await import('../features/health/health-page.tsx')).HealthPage,
    'health',
    'mail',
  ),
  'system.settings': pageWithTexts(
    async () => (await import('../features/settings/settings-page.tsx')).SettingsPage,
    'settings',
    'languageModel',
    'mail',
  ),
  'system.apiKey': pageWithTexts(
    async () => (await import('../features/api-key/api-key-page.tsx')).ApiKeyPage,
    'apiKey',
  ),
  'system.accessGroup': listOrOne(
    pageWithTexts(
      async () => (await import('../features/permission-group/group-list-page.tsx')).GroupListPage,
      'permissionGroup',
    ),
    pageWithTexts(
      async () => (await import('../features/permission-group/edit/group-edit-page.tsx')).GroupEditPage,
      'permissionGroup',
    ),
  ),
  'system.subject': pageWithTexts(
    async () => (await import('../features/organisation/college/college-page.tsx')).CollegePage,
    'organisation',
    'college',
    'department',
    'position',
    'activity',
  ),
  'system.department': pageWithTexts(
    async () => (await import('../features/organisation/department/department-page.tsx')).DepartmentPage,
    'organisation',
    'college',
    'department',
    'position',
    'activity',
  ),
  'system.role': pageWithTexts(
    async () => (await import('../features/organisation/position/position-page.tsx')).PositionPage,
    'organisation',
    'college',
    'department',
    'position',
    'activity',
  ),
  'system.systemAdmin': pageWithTexts(
    async () => (await import('../features/user/user-page.tsx')).UserPage,
    'activity',
  ),
};
