import { onPagesWithWork, pagesOfStep } from '@lectern/contract/features/machine-work.ts';
import { findReadable, isKeptBy, lockEditable } from '../resource/public.ts';
import type { ResourceJudges } from './work.service.ts';
/** Work shares the rights of its resource, on the pages of its step. */
export const resourceJudges: ResourceJudges = {
  requireEditable: (transaction, context, { id, kind }) => lockEditable(transaction, context, id, pagesOfStep(kind)),
  async requireReadable(db, principal, id) {
    const resource = await findReadable(db, principal, id, onPagesWithWork.pages);
    return { isKept: isKeptBy(principal, resource) };
  },
};
