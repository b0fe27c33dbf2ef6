import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { NotificationEntry } from './notification-entry.tsx';
import { useUnreadCount } from './unread-count.ts';
import { useMarkRead, useNotifications } from './use-notifications.ts';

export function NotificationPanel({ onClose }: { onClose: (refocus: boolean) => void }) {
  const { notification: texts } = useTexts();
  const [unreadOnly, setUnreadOnly] = useState(false);
  const unread = useUnreadCount();
  const query = useNotifications(unreadOnly);
  const markRead = useMarkRead();
  const panel = useRef<HTMLDivElement>(null);
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];

  useEffect(() => panel.current?.focus(), []);

  return (
    <div ref={panel} className="bell-panel" role="dialog" tabIndex={-1} aria-label={texts.title}>
      <div className="bell-head">
        <h2>{texts.title}</h2>
        <Button look="quiet" size="small" aria-pressed={unreadOnly} onClick={() => setUnreadOnly(!unreadOnly)}>
          {texts.onlyUnread}
        </Button>
        {unread > 0 && (
          <Button look="quiet" size="small" onClick={() => void markRead('all')}>
            {texts.markAll}
          </Button>
        )}
      </div>
      <div className="bell-list">
        {query.isError && (
          <ErrorPanel
            error={query.error}
            keepsOld={rows.length > 0}
            retrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        )}
        {query.isPending && <PanelSkeleton />}
        {query.isSuccess && rows.length === 0 && <Nothing unreadOnly={unreadOnly} />}
        {rows.length > 0 && (
          <ul>
            {rows.map((row) => (
              <NotificationEntry
                key={row.id}
                row={row}
                onRead={() => void markRead([row.id])}
                onFollow={() => onClose(false)}
              />
            ))}
          </ul>
        )}
        {query.hasNextPage && (
          <Button
            look="quiet"
            className="bell-more"
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {texts.loadMore}
          </Button>
        )}
      </div>
    </div>
  );
}

function Nothing({ unreadOnly }: { unreadOnly: boolean }) {
  const { notification: texts } = useTexts();
  return (
    <EmptyState icon={unreadOnly ? 'done' : 'bell'} title={unreadOnly ? texts.emptyUnreadTitle : texts.emptyTitle}>
      {unreadOnly ? texts.emptyUnreadText : texts.emptyText}
    </EmptyState>
  );
}

function PanelSkeleton() {
  return (
    <SkeletonRegion className="bell-skeleton">
      {['84%', '62%', '76%', '55%'].map((width) => (
        <div key={width}>
          <Skeleton width={width} />
          <Skeleton width={72} height={10} />
        </div>
      ))}
    </SkeletonRegion>
  );
}
