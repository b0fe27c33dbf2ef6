import { getMyStorage } from '@lectern/contract/features/library.ts';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../components/card.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import { StorageMeter } from './storage-meter.tsx';
import { TodoList } from './todo-list.tsx';

/** How much room one has, and what waits for one. When this fails, the list is none the worse for it. */
export function MyAside() {
  const { resourceDeeds } = useTexts();
  const words = resourceDeeds.my;
  const storage = useQuery(queryOf(getMyStorage, {}, { quiet: true }));
  return (
    <aside className="list-aside" aria-label={words.details}>
      <Card title={words.storage} className="my-card">
        {storage.data && <StorageMeter storage={storage.data} />}
        {!storage.data && !storage.error && <Waiting />}
        {!storage.data && storage.error && <ErrorPanel error={storage.error} onRetry={() => void storage.refetch()} />}
      </Card>
      <Card title={words.todos} className="my-card">
        <TodoList />
      </Card>
    </aside>
  );
}

function Waiting() {
  return (
    <SkeletonRegion className="my-card-wait">
      <Skeleton />
      <Skeleton width="60%" />
    </SkeletonRegion>
  );
}
