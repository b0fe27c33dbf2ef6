import type { TaskPriority } from '@lectern/contract/features/task-kinds.ts';
import {
  listTaskRules,
  type TaskRoute,
  type TaskRuleRow,
  updateTaskRule,
} from '@lectern/contract/features/task-rule.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { QueryError } from '../../../components/error-panel.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { Switch } from '../../../components/switch.tsx';
import { type Format, useFormat } from '../../../lib/format.ts';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../../lib/queries.ts';
import { priorityOptions } from '../dialogs/priority-dialog.tsx';
import { showTasks } from '../task-dialog.ts';
import { RoutesDialog } from './routes-dialog.tsx';
import '../../../components/page-body.css';
import './rules.css';

/** Which states create tasks, with their priority and recipients. */
export function RulesPage() {
  const { task } = useTexts();
  const rules = useQuery(queryOf(listTaskRules, {}, { quiet: true }));
  const [asked, setAsked] = useState<TaskRuleRow | null>(null);
  return (
    <>
      <PageHeader title={task.rules.title}>
        <Button icon="list" onClick={() => showTasks('list')}>
          {task.rules.back}
        </Button>
      </PageHeader>
      <p className="rules-lead">{task.rules.lead}</p>
      {rules.error && <QueryError query={rules} title={task.rules.loadFailed} keepsOld={rules.data !== undefined} />}
      {rules.isPending && (
        <SkeletonRegion className="rules">
          <Skeleton height={120} />
          <Skeleton height={120} />
          <Skeleton height={120} />
        </SkeletonRegion>
      )}
      {rules.data && (
        <div className="rules">
          {rules.data.map((rule) => (
            <RuleCard key={rule.kind} rule={rule} onRoutes={() => setAsked(rule)} />
          ))}
        </div>
      )}
      {asked && <RoutesDialog rule={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

const usualDays = [0, 1, 2, 3, 5, 7, 14, 30, 60, 90];

/** One rule: when its tasks open and close, their priority and recipients. Choices are saved immediately. */
function RuleCard({ rule, onRoutes }: { rule: TaskRuleRow; onRoutes: () => void }) {
  const texts = useTexts();
  const { rules } = texts.task;
  const format = useFormat();
  const update = useMutationOf(updateTaskRule, { invalidates: [listTaskRules] });
  const change = (body: Parameters<typeof update.mutate>[0]['body']) =>
    update.mutate(
      { params: { kind: rule.kind }, body },
      { onSuccess: () => notify({ level: 'success', title: rules.saved }) },
    );
  const days = [...new Set([...usualDays, ...(rule.dueDays === null ? [] : [rule.dueDays])])].sort((a, b) => a - b);
  return (
    <Card
      title={texts.words.taskKinds[rule.kind]}
      text={fillText(rules.sentence, { when: rules.when[rule.kind], until: rules.until[rule.kind] })}
      className="rule-card"
      aside={
        <>
          <small>{fillText(rules.open, { count: format.number(rule.open) })}</small>
          {rule.always ? (
            <small>{rules.always}</small>
          ) : (
            <Switch label={rules.on} checked={rule.enabled} onChange={(enabled) => change({ enabled })} />
          )}
        </>
      }
    >
      <div className="rule-body">
        <SelectField
          label={rules.priority}
          value={String(rule.priority)}
          options={priorityOptions(texts.task.priorities)}
          disabled={!rule.enabled}
          onChange={(value) => change({ priority: Number(value) as TaskPriority })}
        />
        <SelectField
          label={rules.due}
          value={rule.dueDays === null ? '' : String(rule.dueDays)}
          options={[
            { value: '', label: rule.kind === 'reviewDue' ? rules.ownDate : rules.never },
            ...days.map((count) => ({ value: String(count), label: dayWords(count, texts) })),
          ]}
          disabled={!rule.enabled}
          onChange={(value) => change({ dueDays: value === '' ? null : Number(value) })}
        />
        <div className="field">
          <span className="field-label">{rules.to}</span>
          <div className="rule-to">
            <ul className="rule-routes">
              {rule.routes.map((route) => {
                const { place, receiver, note } = routeWords(route, texts, format);
                return (
                  <li key={place}>
                    <span>{place}</span> {receiver} <small data-none={route.holders === 0 || undefined}>{note}</small>
                  </li>
                );
              })}
              <li>
                {rule.routes.length > 0 && <span>{rules.everywhere}</span>} {rules.fallback[rule.fallback]}
              </li>
            </ul>
            <Button size="small" onClick={onRoutes}>
              {rules.editRoutes}
            </Button>
          </div>
        </div>
      </div>
    </Card>
  );
}

function dayWords(count: number, { task: { rules } }: Texts): string {
  if (count === 0) return rules.sameDay;
  return fillText(rules.days, { count });
}

/** A route as text: its college, who receives the tasks, and how many people that is. */
function routeWords(route: TaskRoute, { task: { rules } }: Texts, format: Format) {
  const { college, position, person, holders } = route;
  const count = fillText(rules.holders, { count: format.number(holders) });
  return {
    place: college?.name ?? rules.everywhere,
    receiver: position
      ? fillText(rules.position, { name: position.name })
      : fillText(rules.person, { name: person?.name ?? '' }),
    note: holders === 0 ? rules.nobodyThere : position ? count : '',
  };
}
