import { resourcePath } from '@lectern/contract/features/resource.ts';
import { getSummary, listSummaries } from '@lectern/contract/features/summary.ts';
import { regenerateSummary } from '@lectern/contract/features/summary-change.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { useWalkKeys } from '../../../components/walk/use-walk-keys.ts';
import { WalkButtons } from '../../../components/walk/walk-buttons.tsx';
import { CauseText } from '../../../components/work/cause-text.tsx';
import { isUnderWay } from '../../../components/work/work-state.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import type { OpenedProps } from './opened-props.ts';
import { useSummaryWalk } from './use-summary-walk.ts';

/** There is none yet: why, where that is known, and the two ways to one. */
export function EmptySummary({ view, resource, onWrite }: OpenedProps & { onWrite: () => void }) {
  const { summary, textWork } = useTexts();
  const { work, moves } = view;
  const walk = useSummaryWalk(view.id);
  useWalkKeys(walk);
  const run = useMutationOf(regenerateSummary, { invalidates: [getSummary, listSummaries], idempotent: true });
  const busy = work !== null && isUnderWay(work.state);
  const unfit = work?.causeCode === 'noText' || work?.causeCode === 'noSentences' ? work.causeCode : undefined;
  return (
    <div className="text-work">
      <div className="text-work-head">
        <WalkButtons walk={walk} />
        <h1>{view.resource.title}</h1>
      </div>
      <EmptyState
        icon="sparkle"
        title={summary.none.title}
        action={
          <div className="text-work-deeds">
            <AppLink className="action" to={`${resourcePath(resource)}?tab=processing`}>
              {textWork.openResource}
            </AppLink>
            {moves.includes('edit') && <Button onClick={onWrite}>{summary.none.write}</Button>}
            {moves.includes('regenerate') && (
              <Button
                look="primary"
                busy={run.isPending || busy}
                onClick={() => run.mutate({ params: { id: view.id }, body: { options: {} } })}
              >
                {summary.none.run}
              </Button>
            )}
          </div>
        }
      >
        {busy ? (
          <span role="status">
            {work.state === 'running'
              ? fillText(summary.notices.working, { value: work.progress })
              : summary.notices.waiting}
          </span>
        ) : unfit ? (
          summary.none[unfit]
        ) : work?.cause ? (
          <CauseText work={work} />
        ) : (
          summary.none.text
        )}
      </EmptyState>
    </div>
  );
}
