import type { CourseStatesTexts } from '../../en/app/course-states.ts';

export const courseStates: CourseStatesTexts = {
  draft: '草稿',
  in_review: '审核中',
  published: '已发布',
  offline: '已下线',
  archived: '已归档',
  trashed: '在回收站中',
  withheld: '已隐藏',
};
