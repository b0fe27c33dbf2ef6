import { referenceMentions } from '../../platform/mentions/reference-mentions.ts';
export const courseMentions = referenceMentions({
  table: 'courses',
  columns: { college: 'college_id', department: 'department_id' },
});
