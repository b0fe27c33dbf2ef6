import type { getMyStorage } from '@lectern/contract/features/library.ts';
import { AppLink } from '../../components/app-link.tsx';
import type { CallOutput } from '../../lib/callable.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';

type Task = CallOutput<typeof getMyStorage>['tasks'][number];

/** What waits for one, each leading to where it is done. */
export function TodoList({ tasks }: { tasks: readonly Task[] }) {
  const { resourceDeeds } = useTexts();
  const words = resourceDeeds.my;
  const format = useFormat();
  if (tasks.length === 0) return <p className="todo-none">{words.noTodos}</p>;
  return (
    <ul className="todo-list">
      {tasks.map(({ id, title, link, dueAt }) => {
        const isOver = dueAt !== null && Date.parse(dueAt) < Date.now();
        return (
          <li key={id}>
            {link ? <AppLink to={link}>{title}</AppLink> : <span>{title}</span>}
            {dueAt && (
              <small data-over={isOver || undefined}>
                {fillText(isOver ? words.overdue : words.due, { time: format.relativeTime(dueAt) })}
              </small>
            )}
          </li>
        );
      })}
    </ul>
  );
}
