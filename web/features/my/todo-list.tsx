import { mayOpenPath } from '@lectern/contract/access.ts';
import { myTasks } from '@lectern/contract/features/my-tasks.ts';
import { taskKindWords } from '@lectern/contract/features/task-words.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useFormat } from '../../lib/format.ts';
import { inLanguage } from '../../lib/i18n/in-language.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useLiveEvents } from '../../lib/live-events.ts';
import { ownPath } from '../../lib/own-path.ts';
import { queryOf } from '../../lib/queries.ts';

const page = '/app/system/task';

/** What waits for one, the most urgent first, each leading to where it is done. */
export function TodoList() {
  const { resourceDeeds } = useTexts();
  const words = resourceDeeds.my;
  const format = useFormat();
  const me = useCurrentUser();
  const client = useQueryClient();
  const options = queryOf(myTasks, {}, { quiet: true });
  const todos = useQuery(options);
  useLiveEvents('task', () => void client.invalidateQueries({ queryKey: options.queryKey }));
  const kinds = inLanguage(taskKindWords);
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
            {kind !== 'byHand' && <small>{kinds[kind]}</small>}
            {dueAt && (
              <small data-over={overdue || undefined}>
                {fillText(overdue ? words.overdue : words.due, { time: format.relativeTime(dueAt) })}
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
