import { languageCauses } from '@lectern/contract/features/job-cause.ts';
import { listResourceWork, runStep } from '@lectern/contract/features/machine-work.ts';
import { listReadingVersions } from '@lectern/contract/features/reading-edit.ts';
import { type ResourceDetailView, resourcePath } from '@lectern/contract/features/resource.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { WalkButtons } from '../../components/walk/walk-buttons.tsx';
import { CauseText } from '../../components/work/cause-text.tsx';
import type { TextSource } from '../../components/work/text-href.ts';
import { isUnderWay } from '../../components/work/work-state.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';
import { RerunDialog } from './later-parts.ts';
import { useTextWalk } from './use-text-walk.ts';

const stepOf = { ocr: 'ocr', speech: 'asr' } as const;

/** Nothing was read or heard yet: why, where that is known, and what to do about it. */
export function EmptyText({ resource, source }: { resource: ResourceDetailView; source: TextSource }) {
  const { textWork, work } = useTexts();
  const { id } = resource;
  const [asking, setAsking] = useState(false);
  const walk = useTextWalk(id, source);
  const steps = useQuery(queryOf(listResourceWork, { params: { id } }, { quiet: true })).data;
  const run = useMutationOf(runStep, { invalidates: [listResourceWork, listReadingVersions], idempotent: true });
  const step = steps?.map((entry) => entry.work).find(({ kind }) => kind === stepOf[source]);
  const busy = step !== undefined && isUnderWay(step.state);
  const needsLanguage = step?.causeCode != null && languageCauses.includes(step.causeCode);
  const said = source === 'ocr' ? textWork.emptyOcr : textWork.emptySpeech;
  return (
    <div className="text-work">
      <div className="text-work-head">
        <WalkButtons walk={walk} />
        <h1 title={resource.title}>{resource.title}</h1>
      </div>
      <EmptyState
        icon={source === 'ocr' ? 'document' : 'audio'}
        title={said.title}
        action={
          <div className="text-work-deeds">
            <AppLink className="action" to={`${resourcePath(resource)}?tab=processing`}>
              {textWork.openResource}
            </AppLink>
            {resource.mayEdit && (
              <Button
                look="primary"
                busy={run.isPending || busy}
                onClick={() =>
                  needsLanguage
                    ? setAsking(true)
                    : run.mutate({ params: { id, kind: stepOf[source] }, body: { options: {} } })
                }
              >
                {needsLanguage ? work.actions.chooseLanguage : work.actions.run}
              </Button>
            )}
          </div>
        }
      >
        {step && (step.cause ?? step.causeCode) && !busy ? <CauseText work={step} /> : said.text}
      </EmptyState>
      {asking && <RerunDialog resource={resource} source={source} start={{}} onClose={() => setAsking(false)} />}
    </div>
  );
}
