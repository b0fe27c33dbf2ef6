import { getAskedAccess, listAskedAccess } from '@lectern/contract/features/access-decision.ts';

/** Calls that a decision makes stale. */
export const askedCalls = [listAskedAccess, getAskedAccess];
