import { listTaskRules, type TaskRuleRow } from '@lectern/contract/features/task-rule.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { showTasks } from '../task-address.ts';
import { RoutesDialog } from './routes-dialog.tsx';
import { RuleCard } from './rule-card.tsx';
import '../../../components/page-body.css';
import './rules.css';

/** Which states make to-dos, how urgent those are, and whom they go to. */
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
      {rules.error && (
        <ErrorPanel
          error={rules.error}
          title={task.rules.loadFailed}
          keepsOld={rules.data !== undefined}
          retrying={rules.isFetching}
          onRetry={() => void rules.refetch()}
        />
      )}
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
