import type { Mentions } from '../../platform/mentions/mentions.ts';
import { referenceMentions } from '../../platform/mentions/reference-mentions.ts';
import { handRoutesOn, keptRoutes, putRoutesBack } from './rules/route-mention.repository.ts';

/** To-dos of a department stay those of the people who are elsewhere now. */
export const taskMentions: Mentions = referenceMentions({ table: 'tasks', columns: { department: 'department_id' } });

/** Routes of a college or a position go along; where what takes it in has its own route, that one holds. */
export const taskRouteMentions: Mentions = {
  kind: 'taskRoute',
  async rename(transaction, _context, { of, from, to }) {
    return of === 'college' || of === 'position' ? handRoutesOn(transaction, of, from, to) : [];
  },
  putBack: (transaction, _context, kept) => putRoutesBack(transaction, keptRoutes.parse(kept)),
};
