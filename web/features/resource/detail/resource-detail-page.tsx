import { resourcePath } from '@lectern/contract/features/resource.ts';
import { matchRoute } from '@lectern/contract/routes.ts';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { FailedPage } from '../../../components/detail/failed-page.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { originHref, originOf } from '../../../components/resource/resource-href.ts';
import type { ApiError } from '../../../lib/api-error.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { MissingResource } from './missing-resource.tsx';
import { ResourceDetail } from './resource-detail.tsx';
import { ResourceDetailSkeleton } from './resource-detail-skeleton.tsx';
import { useStoredResource } from './use-stored-resource.ts';
import '../../../components/detail/detail.css';
import './resource-detail.css';

/** The page of one document, video, recording or picture: one family for all four. */
export function ResourceDetailPage() {
  const { pathname, searchStr } = useLocation();
  const id = decodeURIComponent(pathname.split('/').at(-1) ?? '');
  const router = useRouter();
  const { routes } = useTexts();
  const { resource, refresh } = useStoredResource(id);
  const { data } = resource;
  // Somebody replaced the file by one of another kind, or typed the address by hand.
  const rightPath = data && resourcePath(data);
  useEffect(() => {
    if (rightPath && rightPath !== pathname) router.history.replace(rightPath + searchStr);
  }, [rightPath, pathname, searchStr, router]);

  if (data) {
    return (
      <>
        {resource.isError && isMissing(resource.error) && <MissingResource error={resource.error} />}
        {resource.isError && !isMissing(resource.error) && (
          <ErrorPanel
            error={resource.error}
            keepsOld
            retrying={resource.isFetching}
            onRetry={() => void resource.refetch()}
          />
        )}
        {!isMissing(resource.error) && <ResourceDetail key={data.id} resource={data} refresh={refresh} />}
      </>
    );
  }
  if (!resource.error) return <ResourceDetailSkeleton />;
  if (isMissing(resource.error)) return <MissingResource error={resource.error} />;
  return (
    <FailedPage
      title={routes[matchRoute(pathname)?.id ?? 'resource.info']}
      back={{ list: originHref(originOf(searchStr)) }}
    >
      <ErrorPanel error={resource.error} retrying={resource.isFetching} onRetry={() => void resource.refetch()} />
    </FailedPage>
  );
}

/** Nothing can have an id that is none. */
function isMissing(error: ApiError | null): boolean {
  return error !== null && [404, 410, 400, 422].includes(error.status);
}
