import { listResourceWork } from '@lectern/contract/features/machine-work.ts';
import { listReadings, listRenditions } from '@lectern/contract/features/reading.ts';
import { getResource } from '@lectern/contract/features/resource.ts';
import {
  listNotes,
  listResourceActivity,
  listSimilarPictures,
  listUses,
  listVersions,
} from '@lectern/contract/features/resource-detail.ts';
import { getResourceScan } from '@lectern/contract/features/scan.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useWorkRefresh } from '../../../components/work/use-work-refresh.ts';
import { useLiveEvents } from '../../../lib/live-events.ts';
import { isAnswerOf, queryKeyOf, queryOf } from '../../../lib/queries.ts';
import { onUploadEnd } from '../../../lib/uploads.ts';

/** What machines change while one looks on. A text itself has a new id when it is another. */
const worked = [listResourceWork, listReadings, listRenditions];
/** What is asked for beside it. */
const told = [listVersions, listUses, listNotes, listResourceActivity, listSimilarPictures, getResourceScan];

/** One resource as stored, and everything that keeps it fresh: other windows, operations, uploads and the machine. */
export function useStoredResource(id: string) {
  const client = useQueryClient();
  const resource = useQuery({ ...queryOf(getResource, { params: { id } }, { quiet: true }), retry: false });
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: queryKeyOf(getResource, { params: { id } }) }),
      client.invalidateQueries({ predicate: isAnswerOf([...told, ...worked]) }),
    ]);
  useWorkRefresh(worked, id);
  useLiveEvents('resource', (event) => {
    if (event.id === id) void refresh();
  });
  useLiveEvents('review', (event) => {
    if (event.resourceId === id) void refresh();
  });
  useLiveEvents('operation', ({ operation }) => {
    if (operation.finishedAt && /resource$/i.test(operation.list)) void refresh();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: refreshing is made of the id alone
  useEffect(
    () =>
      onUploadEnd((upload) => {
        if (upload.replacesId === id) void refresh();
      }),
    [id],
  );
  return { resource, refresh };
}
