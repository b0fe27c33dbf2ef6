import { languageCauses } from '@lectern/contract/features/job-cause.ts';
import { listResourceWork, runStep } from '@lectern/contract/features/machine-work.ts';
import { listReadingVersions } from '@lectern/contract/features/reading-edit.ts';
import { type ResourceDetailView, resourcePath } from '@lectern/contract/features/resource.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { WalkButtons } from '../../components/walk/walk-buttons.tsx';
import type { TextSource } from '../../components/work/text-href.ts';
import { CauseText, isUnderWay } from '../../components/work/work-state.tsx';
import { WorkFailure } from '../../components/workbench/work-failure.tsx';
import { usePageTitle } from '../../lib/document-title.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';
import type { KnownVersions } from './known-versions.ts';
import { RerunDialog } from './later-parts.ts';
import { TextDesk } from './text-desk.tsx';
import { useTextParts } from './use-text-parts.ts';
import { useTextList, useTextWalk } from './use-text-walk.ts';

type Props = {
  resource: ResourceDetailView;
  source: TextSource;
  known: KnownVersions;
  refresh: () => Promise<unknown>;
};

/** The current text of a resource, from the one that was current when it was opened. */
export function TextSourcePage({ resource, source, known, refresh }: Props) {
  usePageTitle(resource.title);
  const current = known.versions.find((version) => version.current);
  // Another one that becomes current meanwhile is offered, not put under one's hands.
  const [opened, setOpened] = useState(current);
  if (!opened) {
    if (current) setOpened(current);
    return <EmptyText resource={resource} source={source} />;
  }
  return (
    <OpenedText
      key={opened.id}
      resource={resource}
      source={source}
      opened={opened}
      known={known}
      refresh={refresh}
      onOpen={() => current && setOpened(current)}
    />
  );
}

type OpenedProps = Props & { opened: KnownVersions['versions'][number]; onOpen: () => void };

function OpenedText({ resource, source, opened, known, refresh, onOpen }: OpenedProps) {
  const { textWork } = useTexts();
  const list = useTextList();
  const { loaded, retry } = useTextParts({ id: resource.id, source, readingId: opened.id, count: opened.parts });
  if (loaded.state === 'failed')
    return <WorkFailure title={resource.title} list={list} error={loaded.error} onRetry={retry} />;
  if (loaded.state === 'loading') {
    const words = opened.parts > 1 && fillText(textWork.loading, { done: loaded.done, count: opened.parts });
    return <TextSkeleton>{words || ''}</TextSkeleton>;
  }
  return (
    <TextDesk
      resource={resource}
      source={source}
      opened={opened}
      known={known}
      parts={loaded.parts}
      refresh={refresh}
      onOpen={onOpen}
    />
  );
}

const widths = [62, 88, 74, 93, 55, 80, 68, 90, 47, 84, 71, 95];

/** The page before its text is there. */
export function TextSkeleton({ children }: { children?: string }) {
  return (
    <SkeletonRegion className="text-work">
      <div className="text-work-head">
        <Skeleton width={280} height={22} />
        {children && <small>{children}</small>}
      </div>
      <div className="text-work-pending">
        <Skeleton height={420} />
        <div>
          {widths.map((width) => (
            <Skeleton key={width} width={`${width}%`} height={14} />
          ))}
        </div>
      </div>
    </SkeletonRegion>
  );
}

const stepOf = { ocr: 'ocr', speech: 'asr' } as const;

/** Nothing was read or heard yet: why, where that is known, and what to do about it. */
function EmptyText({ resource, source }: { resource: ResourceDetailView; source: TextSource }) {
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
