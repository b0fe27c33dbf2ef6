import { listUnits } from '@lectern/contract/features/organisation.ts';
import { listTaskRules, saveTaskRoutes, type TaskRuleRow } from '@lectern/contract/features/task-rule.ts';
import { taskKindWords } from '@lectern/contract/features/task-words.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { inLanguage } from '../../../lib/i18n/in-language.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../../lib/queries.ts';
import { TaskQuestion } from '../dialogs/task-question.tsx';
import { type EditedRoute, RouteRow } from './route-row.tsx';

/** Whom the to-dos of a rule go to, by college. */
export function RoutesDialog({ rule, onClose }: { rule: TaskRuleRow; onClose: () => void }) {
  const { task, words } = useTexts();
  const { rules } = task;
  const units = useQuery(queryOf(listUnits, {}, { quiet: true }));
  const [routes, setRoutes] = useState<EditedRoute[]>(() =>
    rule.routes.map(({ college, position, person }) => ({ college, position, person })),
  );
  const [tried, setTried] = useState(false);
  const save = useMutationOf(saveTaskRoutes, { invalidates: [listTaskRules], quiet: true });
  const taken = routes.map(({ college }) => college?.id ?? '');
  const free = (units.data?.colleges ?? []).find(({ id }) => !taken.includes(id));
  const isWhole = ({ position, person }: EditedRoute) => position !== null || person !== null;
  const isTwice = new Set(taken).size < taken.length;
  const change = (at: number, route: EditedRoute | null) =>
    setRoutes((known) => (route ? known.with(at, route) : known.toSpliced(at, 1)));
  const add = () => {
    const college = taken.includes('') ? (free ?? null) : null;
    setRoutes((known) => [...known, { college, position: null, person: null }]);
  };
  const submit = () => {
    setTried(true);
    if (isTwice || !routes.every(isWhole)) return;
    const body = {
      routes: routes.map(({ college, position, person }) => ({
        ...{ collegeId: college?.id ?? null, positionId: position?.id ?? null, userId: person?.id ?? null },
      })),
    };
    save.mutate(
      { params: { kind: rule.kind }, body },
      {
        onSuccess: () => {
          notify({ level: 'success', title: rules.saved });
          onClose();
        },
      },
    );
  };
  const fallback = rules.fallback[rule.fallback];
  const isFull = taken.includes('') && !free;
  return (
    <TaskQuestion
      title={fillText(rules.routesTitle, { kind: inLanguage(taskKindWords)[rule.kind] })}
      submitLabel={save.isPending ? words.saving : words.save}
      busy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{fillText(rules.routesText, { fallback })}</p>
      {units.error && <ErrorPanel error={units.error} onRetry={() => void units.refetch()} />}
      {save.error && <ErrorPanel error={save.error} title={task.form.notSaved} />}
      {routes.length === 0 && <p className="rules-none">{fillText(rules.noRoutes, { fallback })}</p>}
      {routes.map((route, at) => (
        <RouteRow
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name of their own, and only the last is added
          key={at}
          route={route}
          units={units.data}
          problem={tried && !isWhole(route) ? task.choose.needed : undefined}
          twice={taken.indexOf(route.college?.id ?? '') !== at}
          onChange={(changed) => change(at, changed)}
        />
      ))}
      <div>
        <Button icon="plus" size="small" disabled={!units.data || isFull} onClick={add}>
          {rules.addRoute}
        </Button>{' '}
        {isFull && <small>{rules.noColleges}</small>}
      </div>
    </TaskQuestion>
  );
}
