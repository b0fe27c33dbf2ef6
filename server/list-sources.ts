import { courseListSource } from './features/course/list/course-list.source.ts';
import { glossaryListSource } from './features/glossary/list/glossary-list.source.ts';
import { workListSources } from './features/machine-work/list/work-list.source.ts';
import { mailListSource } from './features/mail/list/mail-list.source.ts';
import { permissionGroupListSource } from './features/permission-group/list/permission-group-list.source.ts';
import { resourceListSources } from './features/resource/list/resource-list.source.ts';
import { reviewListSource } from './features/review/list/review-list.source.ts';
import { wordListSource } from './features/sensitive-word/list/word-list.source.ts';
import { summaryListSource } from './features/summary/list/summary-list.source.ts';
import { userListSource } from './features/user/user-list.source.ts';
import { organisationListSources } from './organisation.container.ts';
import type { ListSource } from './platform/list/list-source.ts';

/** The lists that are read alike wherever the container is built. */
export const listSources: readonly ListSource[] = [
  userListSource,
  ...organisationListSources,
  permissionGroupListSource,
  ...resourceListSources,
  ...workListSources,
  glossaryListSource,
  summaryListSource,
  reviewListSource,
  wordListSource,
  mailListSource,
  courseListSource,
];
