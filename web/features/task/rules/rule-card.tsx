import { listTaskRules, type TaskRuleRow, updateTaskRule } from '@lectern/contract/features/task-rule.ts';
import { type TaskPriority, taskKindWords } from '@lectern/contract/features/task-words.ts';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { Switch } from '../../../components/switch.tsx';
import { useFormat } from '../../../lib/format.ts';
import { inLanguage } from '../../../lib/i18n/in-language.ts';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { priorityOptions } from '../dialogs/priority-dialog.tsx';
import { routeWords } from './route-words.ts';

const usualDays = [0, 1, 2, 3, 5, 7, 14, 30, 60, 90];

/** One rule: what opens and closes its to-dos, how urgent they are, and whom they go to. Choices hold at once. */
export function RuleCard({ rule, onRoutes }: { rule: TaskRuleRow; onRoutes: () => void }) {
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
      title={inLanguage(taskKindWords)[rule.kind]}
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
          options={priorityOptions()}
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
  return count === 1 ? rules.oneDay : fillText(rules.days, { count });
}
