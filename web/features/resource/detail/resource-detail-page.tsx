import { listResourceWork } from '@lectern/contract/features/machine-work.ts';
import { listReadings, listRenditions } from '@lectern/contract/features/reading.ts';
import { getResource, resourcePath } from '@lectern/contract/features/resource.ts';
import {
  listNotes,
  listResourceActivity,
  listSimilarPictures,
  listUses,
  listVersions,
} from '@lectern/contract/features/resource-detail.ts';
import { getResourceScan } from '@lectern/contract/features/scan.ts';
import { matchRoute } from '@lectern/contract/routes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { LoadedPage, useRightPath } from '../../../components/detail/loaded-page.tsx';
import { originHref, originOf } from '../../../components/resource/resource-href.ts';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { useWorkRefresh } from '../../../components/work/use-work-refresh.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { useLiveEvents } from '../../../lib/live-events.ts';
import { isAnswerOf, queryKeyOf, queryOf } from '../../../lib/queries.ts';
import { onUploadEnd } from '../../../lib/uploads.ts';
import { ResourceDetail } from './resource-detail.tsx';
import '../../../components/detail/detail.css';
import '../../../components/detail/detail-page.css';
import './resource-detail.css';

/** Detail page of a document, video, recording or picture. */
export function ResourceDetailPage() {
  const { pathname, searchStr } = useLocation();
  const id = decodeURIComponent(pathname.split('/').at(-1) ?? '');
  const { routes, resourceDetail: texts } = useTexts();
  const { resource, refresh } = useStoredResource(id);
  useRightPath(resource.data && resourcePath(resource.data));
  const { error } = resource;
  return (
    <LoadedPage
      query={resource}
      title={routes[matchRoute(pathname)?.id ?? 'resource.info']}
      back={{ list: originHref(originOf(searchStr)) }}
      missing={error?.status === 410 ? texts.gone : texts.missing}
      skeleton={<ResourceDetailSkeleton />}
    >
      {(data) => <ResourceDetail key={data.id} resource={data} refresh={refresh} />}
    </LoadedPage>
  );
}

/** Layout shown while the resource loads. */
function ResourceDetailSkeleton() {
  return (
    <SkeletonRegion className="resource-detail">
      <div className="detail-header">
        <Skeleton width={72} height={24} />
        <Skeleton width={280} height={24} />
        <Skeleton width={80} />
        <div className="detail-header-actions">
          <Skeleton width={108} height={32} />
        </div>
      </div>
      <div className="resource-body">
        <div className="resource-show">
          <div className="resource-pending-viewer" />
        </div>
        <div className="resource-tabs resource-pending-tabs">
          <Skeleton width="80%" height={20} />
          {[72, 32, 32, 32, 32].map((height, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholder bars never move
            <Skeleton key={at} height={height} />
          ))}
        </div>
      </div>
    </SkeletonRegion>
  );
}

/** Calls whose answers machine work changes. A changed text gets a new id, so `getReading` isn't among them. */
const worked = [listResourceWork, listReadings, listRenditions];
/** Other calls the page makes besides the resource itself. */
const told = [listVersions, listUses, listNotes, listResourceActivity, listSimilarPictures, getResourceScan];

/** One resource, refreshed after changes by other windows, operations, uploads and machine work. */
function useStoredResource(id: string) {
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: refreshing depends only on the id
  useEffect(
    () =>
      onUploadEnd((upload) => {
        if (upload.replacesId === id) void refresh();
      }),
    [id],
  );
  return { resource, refresh };
}
