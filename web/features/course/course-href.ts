import { chapterPath, coursePage, coursePath } from '@lectern/contract/features/course.ts';

export const courseTabs = ['overview', 'catalogue', 'resources', 'people', 'statistics', 'checks', 'activity'] as const;
export type CourseTab = (typeof courseTabs)[number];

/** Link to a course, with the list `view` to return to. */
export function courseHref(
  id: string,
  { tab = 'overview', view = '' }: { tab?: CourseTab; view?: string } = {},
): string {
  const query = new URLSearchParams({ ...(tab !== 'overview' && { tab }), ...(view && { view }) }).toString();
  return query ? `${coursePath(id)}?${query}` : coursePath(id);
}

export function chapterHref(id: string): string {
  return chapterPath(id);
}

/** Link back to the list, with the view it was left in. */
export function listHref(searchStr: string): string {
  const view = new URLSearchParams(searchStr).get('view');
  return view ? `${coursePage}?${view}` : coursePage;
}
