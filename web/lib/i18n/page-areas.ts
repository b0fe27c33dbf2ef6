import type { Language } from '@lectern/contract/language.ts';

/**
 * What single pages say, by area: each comes with the pages that name it. A further one is a line here; its files export
 * a constant of the area’s name.
 */
export const pageAreas = {
  accessRecord: { en: () => import('./en/access-record.ts'), zh: () => import('./zh/access-record.ts') },
  accessStat: { en: () => import('./en/access-stat.ts'), zh: () => import('./zh/access-stat.ts') },
  apiKey: { en: () => import('./en/api-key.ts'), zh: () => import('./zh/api-key.ts') },
  audit: { en: () => import('./en/audit.ts'), zh: () => import('./zh/audit.ts') },
  chapter: { en: () => import('./en/chapter.ts'), zh: () => import('./zh/chapter.ts') },
  chart: { en: () => import('./en/chart.ts'), zh: () => import('./zh/chart.ts') },
  college: { en: () => import('./en/college.ts'), zh: () => import('./zh/college.ts') },
  column: { en: () => import('./en/column.ts'), zh: () => import('./zh/column.ts') },
  course: { en: () => import('./en/course.ts'), zh: () => import('./zh/course.ts') },
  department: { en: () => import('./en/department.ts'), zh: () => import('./zh/department.ts') },
  favourite: { en: () => import('./en/favourite.ts'), zh: () => import('./zh/favourite.ts') },
  health: { en: () => import('./en/health.ts'), zh: () => import('./zh/health.ts') },
  homePage: { en: () => import('./en/home-page.ts'), zh: () => import('./zh/home-page.ts') },
  library: { en: () => import('./en/library.ts'), zh: () => import('./zh/library.ts') },
  libraryStat: { en: () => import('./en/library-stat.ts'), zh: () => import('./zh/library-stat.ts') },
  mail: { en: () => import('./en/mail.ts'), zh: () => import('./zh/mail.ts') },
  organisation: { en: () => import('./en/organisation.ts'), zh: () => import('./zh/organisation.ts') },
  permissionGroup: { en: () => import('./en/permission-group.ts'), zh: () => import('./zh/permission-group.ts') },
  personalData: { en: () => import('./en/personal-data.ts'), zh: () => import('./zh/personal-data.ts') },
  position: { en: () => import('./en/position.ts'), zh: () => import('./zh/position.ts') },
  profile: { en: () => import('./en/profile.ts'), zh: () => import('./zh/profile.ts') },
  report: { en: () => import('./en/report.ts'), zh: () => import('./zh/report.ts') },
  resourceDetail: { en: () => import('./en/resource-detail.ts'), zh: () => import('./zh/resource-detail.ts') },
  review: { en: () => import('./en/review.ts'), zh: () => import('./zh/review.ts') },
  sensitiveTools: { en: () => import('./en/sensitive-tools.ts'), zh: () => import('./zh/sensitive-tools.ts') },
  sensitiveWord: { en: () => import('./en/sensitive-word.ts'), zh: () => import('./zh/sensitive-word.ts') },
  settings: { en: () => import('./en/settings.ts'), zh: () => import('./zh/settings.ts') },
  statistics: { en: () => import('./en/statistics.ts'), zh: () => import('./zh/statistics.ts') },
  subject: { en: () => import('./en/subject.ts'), zh: () => import('./zh/subject.ts') },
  subtitle: { en: () => import('./en/subtitle.ts'), zh: () => import('./zh/subtitle.ts') },
  summary: { en: () => import('./en/summary.ts'), zh: () => import('./zh/summary.ts') },
  task: { en: () => import('./en/task.ts'), zh: () => import('./zh/task.ts') },
  textWork: { en: () => import('./en/text-work.ts'), zh: () => import('./zh/text-work.ts') },
  workbench: { en: () => import('./en/workbench.ts'), zh: () => import('./zh/workbench.ts') },
};

export type PageArea = keyof typeof pageAreas;

type EnglishModule<Area extends PageArea> = Awaited<ReturnType<(typeof pageAreas)[Area]['en']>>;
export type PageTexts = {
  [Area in PageArea]: Area extends keyof EnglishModule<Area> ? EnglishModule<Area>[Area] : never;
};

export async function fetchAreas(areas: Iterable<PageArea>, language: Language): Promise<Partial<PageTexts>> {
  const fetchers: { [Area in PageArea]: Record<Language, () => Promise<Pick<PageTexts, Area>>> } = pageAreas;
  const fetched = await Promise.all(
    [...areas].map(async (area) => {
      const module: Partial<PageTexts> = await fetchers[area][language]();
      return [area, module[area]] as const;
    }),
  );
  return Object.fromEntries(fetched);
}
