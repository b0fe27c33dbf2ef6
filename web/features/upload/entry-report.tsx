import { listUploadEntries } from '@lectern/contract/features/upload.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { Status } from '../../components/status.tsx';
import '../../components/table.css';
import { call } from '../../lib/api-client.ts';
import type { ApiError } from '../../lib/api-error.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import type { UploadItem } from './engine/upload-item.ts';

const tones = { created: 'ok', updated: 'ok', skipped: 'idle', failed: 'bad' } as const;

/** What became of each file in an archive. */
export function EntryReport({ item, onClose }: { item: UploadItem; onClose: () => void }) {
  const { upload, words } = useTexts();
  const query = useInfiniteQuery({
    queryKey: ['uploadEntries', item.id],
    queryFn: ({ pageParam, signal }) =>
      call(listUploadEntries, { params: { id: item.id }, query: { after: pageParam } }, { signal, quiet: true }),
    initialPageParam: -1,
    getNextPageParam: (last) => (last.more ? last.rows.at(-1)?.position : undefined),
  });
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <Dialog
      open
      className="upload-report"
      title={fillText(upload.reportOf, { name: item.fileName })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{words.close}</Button>}
    >
      {query.isError && <ErrorPanel error={query.error as ApiError} onRetry={() => void query.refetch()} />}
      {query.isPending && (
        <SkeletonRegion>
          <Skeleton width="80%" />
          <Skeleton width="60%" />
        </SkeletonRegion>
      )}
      {rows.length > 0 && (
        <table className="table">
          <thead>
            <tr>
              <th>{upload.entryFile}</th>
              <th>{upload.entryState}</th>
              <th>{upload.entryReason}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.position}>
                <td className="upload-report-name">{row.name}</td>
                <td>
                  <Status tone={tones[row.state]}>{upload.entryStates[row.state]}</Status>
                </td>
                <td>{row.reason ?? words.none}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {query.hasNextPage && (
        <Button size="small" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {upload.more}
        </Button>
      )}
    </Dialog>
  );
}
