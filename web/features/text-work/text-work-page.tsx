import { languageCauses } from '@lectern/contract/features/job-cause.ts';
import { listResourceWork, runStep } from '@lectern/contract/features/machine-work.ts';
import { listReadingVersions } from '@lectern/contract/features/reading-edit.ts';
import { getResource, type ResourceDetailView, resourcePath } from '@lectern/contract/features/resource.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { Button } from '../../components/button.tsx';
import { isMissing, MissingPage } from '../../components/detail/loaded-page.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { WalkButtons } from '../../components/walk/walk-buttons.tsx';
import { type TextSource, textHref, textSourceOf } from '../../components/work/text-href.ts';
import { useWorkRefresh } from '../../components/work/use-work-refresh.ts';
import { CauseText, isUnderWay } from '../../components/work/work-state.tsx';
import { WorkFailure } from '../../components/workbench/work-failure.tsx';
import { usePageTitle } from '../../lib/document-title.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useLiveEvents } from '../../lib/live-events.ts';
import { isAnswerOf, queryOf, useMutationOf } from '../../lib/queries.ts';
import { RerunDialog } from './later-parts.ts';
import { TextDesk } from './text-desk.tsx';
import { type KnownVersions, useTextParts } from './use-text-parts.ts';
import { useTextList, useTextWalk } from './use-text-walk.ts';
import '../../components/visually-hidden.css';
import '../../components/workbench/text-work.css';

/** Page for checking and correcting OCR text or a transcript beside its source. */
export function TextWorkPage() {
  const pathname = useTextPath();
  const { routes, textWork } = useTexts();
  const router = useRouter();
  const id = decodeURIComponent(pathname.split('/').at(-1) ?? '');
  const resource = useQuery({ ...queryOf(getResource, { params: { id } }, { quiet: true }), retry: false });
  const { data, error } = resource;
  const list = useTextList();
  const source = data && textSourceOf(data.kind);
  const versions = useQuery({
    ...queryOf(listReadingVersions, { params: { id, source: source ?? 'ocr' } }, { quiet: true }),
    enabled: source !== undefined,
    retry: false,
  });
  useWorkRefresh([listReadingVersions], id);
  // Glossary operations change many texts, possibly this one.
  const client = useQueryClient();
  useLiveEvents('operation', ({ operation }) => {
    if (operation.finishedAt === null || operation.list !== 'glossary') return;
    void client.invalidateQueries({ predicate: isAnswerOf([listReadingVersions]) });
  });
  // The address may have been typed by hand, or the file may be of another kind by now.
  const rightPath = data && textHref(data);
  useEffect(() => {
    if (rightPath && rightPath !== pathname) router.history.replace(rightPath + router.state.location.searchStr);
  }, [rightPath, pathname, router]);

  const problem = error ?? versions.error;
  if (isMissing(error)) return <MissingPage texts={textWork.missing} back={{ list }} status={error?.status} />;
  if (data && versions.data && source)
    return (
      <TextSourcePage
        key={`${data.id} ${source}`}
        resource={data}
        source={source}
        known={versions.data}
        refresh={() => versions.refetch()}
      />
    );
  if (!problem) return <TextSkeleton />;
  return (
    <WorkFailure
      title={data?.title ?? routes[routeOf(pathname)]}
      list={list}
      error={problem}
      retrying={resource.isFetching || versions.isFetching}
      onRetry={() => void (error ? resource.refetch() : versions.refetch())}
    />
  );
}

const routeOf = (pathname: string) =>
  pathname.includes('/asrVideo')
    ? 'handle.asrVideo'
    : pathname.includes('/asrAudio')
      ? 'handle.asrAudio'
      : 'handle.imgDetail';

const ofTexts = /^\/app\/handle\/(img|asrVideo|asrAudio)Detail\//;

/** Path of this page; kept while navigating away, when the location already holds the next page's path. */
function useTextPath(): string {
  const { pathname } = useLocation();
  const [known, setKnown] = useState(pathname);
  if (pathname === known || !ofTexts.test(pathname)) return known;
  setKnown(pathname);
  return pathname;
}

type Props = {
  resource: ResourceDetailView;
  source: TextSource;
  known: KnownVersions;
  refresh: () => Promise<unknown>;
};

/** Opens the text that is current now. */
function TextSourcePage({ resource, source, known, refresh }: Props) {
  usePageTitle(resource.title);
  const current = known.versions.find((version) => version.current);
  // A text that becomes current in the meantime is offered; it never replaces the one being edited.
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

/** Layout shown while the text loads. */
function TextSkeleton({ children }: { children?: string }) {
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

/** Empty state: why there is no text, if known, and what to do about it. */
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
  const ended = step && !busy && (step.cause ?? step.causeCode) ? step : undefined;
  const title = ended?.causeCode === 'pagesHaveText' ? textWork.noScans : ended ? said.none : said.title;
  return (
    <div className="text-work">
      <div className="text-work-head">
        <WalkButtons walk={walk} />
        <h1 title={resource.title}>{resource.title}</h1>
      </div>
      <EmptyState
        icon={source === 'ocr' ? 'document' : 'audio'}
        title={title}
        action={
          <div className="text-work-actions">
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
        {ended ? <CauseText work={ended} /> : said.text}
      </EmptyState>
      {asking && <RerunDialog resource={resource} source={source} start={{}} onClose={() => setAsking(false)} />}
    </div>
  );
}
