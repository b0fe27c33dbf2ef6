import { languageCauses } from '@lectern/contract/features/job-cause.ts';
import {
  cancelStep,
  listResourceWork,
  type QueuePlace,
  runStep,
  type WorkRow,
} from '@lectern/contract/features/machine-work.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { QueryError } from '../../../components/error-panel.tsx';
import { FactList } from '../../../components/fact-list.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { hasOptions, OptionsDialog } from '../../../components/work/options-dialog.tsx';
import { WorkLog, workFacts } from '../../../components/work/work-facts.tsx';
import { CauseText, isUnderWay, workState } from '../../../components/work/work-state.tsx';
import { engineWords } from '../../../components/work/work-words.ts';
import { type Format, useFormat } from '../../../lib/format.ts';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf, useMutationOf } from '../../../lib/queries.ts';
import './processing.css';

/** Processing steps of the current file, with their state. */
export function ProcessingTab({ resource }: { resource: ResourceDetailView }) {
  const { work: words } = useTexts();
  const steps = useQuery(queryOf(listResourceWork, { params: { id: resource.id } }, { quiet: true }));
  return (
    <div className="processing">
      {steps.isError && <QueryError query={steps} keepsOld={steps.data !== undefined} />}
      {steps.isPending && (
        <SkeletonRegion>
          <Skeleton height={180} />
        </SkeletonRegion>
      )}
      {steps.data?.length === 0 && (
        <EmptyState icon="convert" title={words.stepsEmpty}>
          {words.stepsEmptyText}
        </EmptyState>
      )}
      <ol>
        {steps.data?.map((step) => (
          <StepEntry key={step.work.id} resource={resource} {...step} />
        ))}
      </ol>
    </div>
  );
}

type Props = { resource: ResourceDetailView; work: WorkRow; log: string; queue: QueuePlace | null };
const changes = { invalidates: [listResourceWork], idempotent: true };

/** One step: its state and cause, with actions to re-run or cancel it. */
function StepEntry({ resource, work, log, queue }: Props) {
  const texts = useTexts();
  const { work: words } = texts;
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const run = useMutationOf(runStep, changes);
  const stop = useMutationOf(cancelStep, changes);
  const { kind, state, progress } = work;
  const params = { id: resource.id, kind };
  const needsLanguage = work.causeCode !== null && languageCauses.includes(work.causeCode);
  const ran = work.startedAt !== null && !!work.runSeconds && format.timeTaken(work.runSeconds * 1_000);
  const waits =
    state === 'queued' &&
    work.waitSeconds !== null &&
    `${words.facts.waited} ${format.timeTaken(work.waitSeconds * 1_000)}`;
  const begin = (options: WorkRow['options']) =>
    run.mutate({ params, body: { options } }, { onSuccess: () => setAsking(false) });
  return (
    <li>
      <div className="processing-line">
        <strong>{words.steps[kind]}</strong>
        {workState(work, texts)}
      </div>
      {state === 'running' && <progress max={100} value={progress} aria-label={words.steps[kind]} />}
      {state === 'running' && <TimeLeft work={work} />}
      {queue && <p className="processing-place">{queueWords(queue, texts, format)}</p>}
      {(work.cause ?? work.causeCode) && (
        <div className={state === 'failed' ? 'processing-why processing-cause' : 'processing-why'}>
          <CauseText work={work} />
        </div>
      )}
      <details>
        <summary>
          {[words.log, work.engine && engineWords(work.engine), ran, waits].filter(Boolean).join(' · ')}
        </summary>
        <FactList facts={workFacts(work, texts, format)} />
        <WorkLog log={log} />
      </details>
      {resource.mayEdit && (
        <div className="processing-actions">
          {isUnderWay(state) ? (
            <Button size="small" icon="ban" busy={stop.isPending} onClick={() => stop.mutate({ params })}>
              {words.actions.cancel}
            </Button>
          ) : (
            <>
              <Button
                size="small"
                icon={state === 'none' ? 'play' : 'refresh'}
                busy={run.isPending && !asking}
                onClick={() => begin(work.options)}
              >
                {state === 'none' ? words.actions.run : words.actions.rerun}
              </Button>
              {hasOptions(kind, resource.kind) && (
                <Button size="small" look={needsLanguage ? 'primary' : 'quiet'} onClick={() => setAsking(true)}>
                  {needsLanguage ? words.actions.chooseLanguage : words.actions.runWith}
                </Button>
              )}
            </>
          )}
        </div>
      )}
      {asking && (
        <OptionsDialog
          kind={kind}
          resource={resource.kind}
          start={work.options}
          busy={run.isPending}
          onRun={begin}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}

/** Below this, the pace is too uncertain for an estimate. */
const leastPercent = 5;

/** At the pace so far. */
function TimeLeft({ work: { progress, runSeconds } }: { work: WorkRow }) {
  const { work: words } = useTexts();
  const format = useFormat();
  if (progress < leastPercent || !runSeconds) return null;
  const left = Math.max(1, Math.round((runSeconds * (100 - progress)) / progress));
  return <p className="processing-place">{fillText(words.timeLeft, { time: format.duration(left * 1_000) })}</p>;
}

/** Who paused the queue and when, or the position and an estimate. */
function queueWords({ ahead, seconds, paused }: QueuePlace, { work: words }: Texts, format: Format): string {
  if (paused) {
    const time = format.dateTime(paused.at);
    return paused.by ? fillText(words.pausedBy, { name: paused.by, time }) : fillText(words.pausedAt, { time });
  }
  const place = ahead === 0 ? words.nextInLine : fillText(words.ahead, { count: format.number(ahead) });
  if (seconds === null) return place;
  return fillText(words.placeWithTime, { place, time: format.duration(Math.max(1, seconds) * 1_000) });
}
