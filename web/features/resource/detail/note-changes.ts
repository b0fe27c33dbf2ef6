import { getResource } from '@lectern/contract/features/resource.ts';
import { listNotes, listResourceActivity } from '@lectern/contract/features/resource-detail.ts';

/** Reading calls whose answers a note makes stale. */
export const noteChanges = [listNotes, getResource, listResourceActivity];
