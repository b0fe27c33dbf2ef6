import { columnMentions } from './features/column/column-mentions.ts';
import { listViewMentions } from './features/list-view/list-view-mentions.ts';
import { mailAudienceMentions, mailMentions } from './features/mail/mail-mentions.ts';
import { subjectCollegeMentions } from './features/organisation/subject/subject-mentions.ts';
import { taskMentions, taskRouteMentions } from './features/task/task-mentions.ts';
import { MentionKeeper } from './platform/mentions/mentions.ts';
import { referenceMentions } from './platform/mentions/reference-mentions.ts';

/** Part of the container: whatever names units and tags, and names others once they are merged. */
export const mentions = new MentionKeeper([
  listViewMentions,
  columnMentions,
  taskMentions,
  taskRouteMentions,
  mailMentions,
  mailAudienceMentions,
  subjectCollegeMentions,
  referenceMentions({ table: 'courses', columns: { college: 'college_id', department: 'department_id' } }),
]);
