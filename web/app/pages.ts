import type { RouteId } from '@lectern/contract/routes.ts';
import type { ComponentType } from 'react';
import { loadPageTexts } from '../lib/i18n/language.ts';
import { type LazyPage, lazyPage } from '../lib/lazy-page.tsx';
import { listOrOne } from './list-or-one.tsx';

const resourceDetail = lazyPage(
  async () => (await import('../features/resource/detail/resource-detail-page.tsx')).ResourceDetailPage,
);

/** Says things that no other page says: its texts come with it. */
function pageWithTexts(load: () => Promise<ComponentType>): LazyPage {
  return lazyPage(async () => {
    const [Page] = await Promise.all([load(), loadPageTexts()]);
    return Page;
  });
}

const reviewDetail = pageWithTexts(
  async () => (await import('../features/review/detail/review-detail-page.tsx')).ReviewDetailPage,
);

const textWork = pageWithTexts(async () => (await import('../features/text-work/text-work-page.tsx')).TextWorkPage);

/** The page of each route. One without a page here says plainly that it is not built yet. */
export const pages: Partial<Record<RouteId, LazyPage>> = {
  'home.profile': pageWithTexts(async () => (await import('./profile-with-operations.tsx')).ProfileWithOperations),
  'home.my': lazyPage(async () => (await import('../features/my/my-page.tsx')).MyPage),
  'resource.info': lazyPage(
    async () => (await import('../features/resource/list/resource-list-page.tsx')).ResourceListPage,
  ),
  'home.collect': pageWithTexts(async () => (await import('../features/favourite/favourite-page.tsx')).FavouritePage),
  'page.resourceRecommend': pageWithTexts(async () => (await import('../features/home-page/home-page.tsx')).HomePage),
  'resource.column': lazyPage(async () => (await import('../features/column/column-page.tsx')).ColumnPage),
  'resource.document': resourceDetail,
  'resource.video': resourceDetail,
  'resource.audio': resourceDetail,
  'resource.image': resourceDetail,
  'resource.library': lazyPage(async () => (await import('../features/library/library-page.tsx')).LibraryPage),
  'data.convert': lazyPage(async () => (await import('../features/machine-work/work-page.tsx')).WorkPage),
  'handle.img': lazyPage(async () => (await import('../features/machine-work/ocr-page.tsx')).OcrPage),
  'handle.asr': lazyPage(async () => (await import('../features/machine-work/asr-page.tsx')).AsrPage),
  'handle.subtitle': listOrOne(
    pageWithTexts(async () => (await import('../features/subtitle/subtitle-page.tsx')).SubtitlePage),
    pageWithTexts(async () => (await import('../features/subtitle/editor/editor-page.tsx')).SubtitleEditorPage),
  ),
  'handle.ai': listOrOne(
    pageWithTexts(async () => (await import('../features/summary/summary-page.tsx')).SummaryPage),
    pageWithTexts(async () => (await import('../features/summary/edit/summary-edit-page.tsx')).SummaryEditPage),
  ),
  'handle.imgDetail': textWork,
  'handle.asrVideo': textWork,
  'handle.asrAudio': textWork,
  'sensitive.resource': pageWithTexts(async () => (await import('../features/review/review-page.tsx')).ReviewPage),
  'sensitive.document': reviewDetail,
  'sensitive.video': reviewDetail,
  'sensitive.audio': reviewDetail,
  'sensitive.image': reviewDetail,
  'sensitive.word': pageWithTexts(
    async () => (await import('../features/sensitive-word/word-page.tsx')).SensitiveWordPage,
  ),
  'email.list': pageWithTexts(async () => (await import('../features/mail/mail-page.tsx')).MailPage),
  'email.detail': pageWithTexts(
    async () => (await import('../features/mail/detail/mail-detail-page.tsx')).MailDetailPage,
  ),
  'system.task': pageWithTexts(async () => (await import('../features/task/task-page.tsx')).TaskPage),
  'system.audit': pageWithTexts(async () => (await import('../features/audit/audit-page.tsx')).AuditPage),
  'system.health': pageWithTexts(async () => (await import('../features/health/health-page.tsx')).HealthPage),
  'system.settings': pageWithTexts(async () => (await import('../features/settings/settings-page.tsx')).SettingsPage),
  'system.accessGroup': listOrOne(
    pageWithTexts(async () => (await import('../features/permission-group/group-list-page.tsx')).GroupListPage),
    pageWithTexts(async () => (await import('../features/permission-group/edit/group-edit-page.tsx')).GroupEditPage),
  ),
  'system.subject': pageWithTexts(
    async () => (await import('../features/organisation/college/college-page.tsx')).CollegePage,
  ),
  'system.department': pageWithTexts(
    async () => (await import('../features/organisation/department/department-page.tsx')).DepartmentPage,
  ),
  'system.role': pageWithTexts(
    async () => (await import('../features/organisation/position/position-page.tsx')).PositionPage,
  ),
  'system.systemAdmin': lazyPage(async () => (await import('../features/user/user-page.tsx')).UserPage),
};
