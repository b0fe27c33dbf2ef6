import { mayOpenPath } from '@lectern/contract/access.ts';
import { getMyStorage, listLibraries } from '@lectern/contract/features/library.ts';
import { myTasks } from '@lectern/contract/features/my-tasks.ts';
import { exportMyResources, listMyResources, myResourceList } from '@lectern/contract/features/resource.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useMemo } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { Card } from '../../components/card.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { ListPage } from '../../components/list-page/list-page.tsx';
import { ResourceDialogsHost } from '../../components/resource/list/resource-dialogs-host.tsx';
import { resourceListDefinition } from '../../components/resource/list/resource-list-definition.tsx';
import { KindIcon } from '../../components/resource/thumbnail.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { DropArea, FileDrop, type UploadPlace } from '../../components/upload/drop-area.tsx';
import { UploadMenu } from '../../components/upload/upload-menu.tsx';
import type { CallOutput } from '../../lib/callable.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useLiveEvents } from '../../lib/live-events.ts';
import { ownPath } from '../../lib/own-path.ts';
import { queryOf } from '../../lib/queries.ts';
import { startUpload } from '../../lib/uploads.ts';
import './my-page.css';

/** Empty state with a drop area for the first files. */
function NothingOfMine() {
  const { resourceDialogs } = useTexts();
  const place = useMyLibrary();
  return (
    <div className="my-empty">
      <FileDrop
        title={resourceDialogs.my.drop}
        label={resourceDialogs.my.choose}
        text={resourceDialogs.my.dropText}
        disabled={!place}
        onFiles={(files) => place && startUpload({ files, libraryId: place.libraryId, folderId: place.folderId })}
      />
    </div>
  );
}

/** The user's personal library, where new files go; null while loading. */
function useMyLibrary(): UploadPlace | null {
  const me = useCurrentUser();
  const libraries = useQuery({ ...queryOf(listLibraries, {}, { quiet: true }), staleTime: 60_000 });
  const own = libraries.data?.find(({ kind, owner }) => kind === 'personal' && owner?.id === me.id);
  return useMemo(() => (own ? { libraryId: own.id, folderId: null, name: own.name } : null), [own]);
}

function MyUpload() {
  const place = useMyLibrary();
  return place && <UploadMenu place={place} />;
}

/**
 * The user's resources, with storage and tasks beside them. Files can be dropped anywhere. `above` is passed in, so that
 * the page doesn't depend on the feature that shows something there.
 */
export function MyPage({ above }: { above?: ComponentType }) {
  const definition = useMemo(() => (above ? { ...myListView, Above: above } : myListView), [above]);
  return (
    <DropArea place={useMyLibrary()} className="my-page">
      <ListPage definition={definition} />
      <ResourceDialogsHost />
    </DropArea>
  );
}

const myListView = resourceListDefinition({
  list: myResourceList,
  endpoint: listMyResources,
  exportEndpoint: exportMyResources,
  icon: 'home',
  HeaderEnd: MyUpload,
  Aside: MyAside,
  FirstEmpty: NothingOfMine,
});

/** Storage and tasks; the list works even if this fails to load. */
function MyAside() {
  const { resourceDialogs } = useTexts();
  const words = resourceDialogs.my;
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

type Kind = Parameters<typeof KindIcon>[0]['kind'];
const almostFull = 0.9;

/** Storage used of the quota, by kind. */
function StorageMeter({ storage }: { storage: CallOutput<typeof getMyStorage> }) {
  const { resourceList, resourceDialogs } = useTexts();
  const words = resourceDialogs.my;
  const format = useFormat();
  const { usedBytes, quotaBytes, byKind } = storage;
  const share = quotaBytes ? Math.min(1, usedBytes / quotaBytes) : null;
  // The quota applies to the personal library; without a quota, count everything the user owns in any library.
  const used = format.bytes(quotaBytes === null ? byKind.reduce((sum, { bytes }) => sum + bytes, 0) : usedBytes);
  return (
    <div className="storage-meter">
      <div className="storage-meter-words">
        {quotaBytes === null
          ? fillText(words.usedOnly, { used })
          : fillText(words.used, { used, quota: format.bytes(quotaBytes) })}
      </div>
      {share !== null && (
        <meter
          className="storage-meter-bar"
          aria-label={words.storage}
          min={0}
          max={1}
          high={almostFull}
          optimum={0}
          value={share}
        />
      )}
      {share !== null && share >= almostFull && <p className="storage-meter-low">{words.low}</p>}
      <dl>
        {byKind.map(({ kind, resources, bytes }) => (
          <div key={kind}>
            <dt>
              <KindIcon kind={kind as Kind} />
              {resourceList.tabs[kind as Kind]}
            </dt>
            <dd>{fillText(words.byKind, { count: format.number(resources), size: format.bytes(bytes) })}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const page = '/app/system/task';

/** The user's tasks, most urgent first, each with a link to where it is done. */
function TodoList() {
  const {
    resourceDialogs,
    words: { taskKinds },
  } = useTexts();
  const words = resourceDialogs.my;
  const format = useFormat();
  const me = useCurrentUser();
  const client = useQueryClient();
  const options = queryOf(myTasks, {}, { quiet: true });
  const todos = useQuery(options);
  useLiveEvents('task', () => void client.invalidateQueries({ queryKey: options.queryKey }));
  if (todos.error && !todos.data) return <ErrorPanel error={todos.error} onRetry={() => void todos.refetch()} />;
  if (!todos.data) {
    return (
      <SkeletonRegion className="my-card-wait">
        <Skeleton />
        <Skeleton width="60%" />
      </SkeletonRegion>
    );
  }
  const { rows, count } = todos.data;
  const isListed = mayOpenPath(me, page);
  if (rows.length === 0) return <p className="todo-none">{words.noTodos}</p>;
  return (
    <ul className="todo-list">
      {rows.map(({ id, kind, title, link, dueAt, overdue }) => {
        const to = ownPath(link) ?? (isListed ? `${page}?id=${id}` : null);
        return (
          <li key={id}>
            {to ? <AppLink to={to}>{title}</AppLink> : <span>{title}</span>}
            {kind !== 'byHand' && <small>{taskKinds[kind]}</small>}
            {dueAt && (
              <small data-over={overdue || undefined}>
                {overdue
                  ? fillText(words.overdue, { time: format.elapsed(dueAt) })
                  : fillText(words.due, { time: format.relativeTime(dueAt) })}
              </small>
            )}
          </li>
        );
      })}
      {isListed && (
        <li>
          <AppLink to={page}>{fillText(words.allTodos, { count: format.number(count) })}</AppLink>
        </li>
      )}
    </ul>
  );
}
