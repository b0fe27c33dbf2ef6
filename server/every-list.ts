import { glossaryList } from '@lectern/contract/features/glossary.ts';
import { workLists } from '@lectern/contract/features/machine-work.ts';
import { mailList } from '@lectern/contract/features/mail.ts';
import { resourceLists } from '@lectern/contract/features/resource.ts';
import { reviewList } from '@lectern/contract/features/review.ts';
import { sensitiveWordList } from '@lectern/contract/features/sensitive-word.ts';
import { subtitleList } from '@lectern/contract/features/subtitle.ts';
import { summaryList } from '@lectern/contract/features/summary.ts';
import { taskList } from '@lectern/contract/features/task.ts';
import { userList } from '@lectern/contract/features/user.ts';
import type { ListDeclaration } from '@lectern/contract/list/define-list.ts';

/** Every list whose views people can keep. */
export const everyList: readonly ListDeclaration[] = [
  userList,
  ...resourceLists,
  ...workLists,
  glossaryList,
  subtitleList,
  summaryList,
  reviewList,
  sensitiveWordList,
  taskList,
  mailList,
];
