import { getResource } from '@lectern/contract/features/resource.ts';
import { getSubtitle, listSubtitleVersions, subtitleList } from '@lectern/contract/features/subtitle.ts';
import { subtitleNeighbours } from '@lectern/contract/features/subtitle-change.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { isMissing, MissingPage } from '../../../components/detail/loaded-page.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { subtitleHref } from '../../../components/subtitle/subtitle-href.ts';
import { useTracks } from '../../../components/subtitle/use-tracks.ts';
import { placeOf, type Walk } from '../../../components/walk/walk.ts';
import { useWalkKeys } from '../../../components/walk/walk-buttons.tsx';
import { useWorkRefresh } from '../../../components/work/use-work-refresh.ts';
import { isUnderWay } from '../../../components/work/work-state.tsx';
import { WorkFailure } from '../../../components/workbench/work-failure.tsx';
import { usePageTitle } from '../../../lib/document-title.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { queryOf } from '../../../lib/queries.ts';
import type { EditorProps, KnownTexts, OpenedSubtitle } from './desk-context.ts';
import { SubtitleDesk } from './subtitle-desk.tsx';
import '../../../components/visually-hidden.css';
import '../../../components/workbench/text-work.css';
import './editor.css';

const shown = [getSubtitle, listSubtitleVersions];
/** Polling interval for running jobs, which don't push their progress. */
const askEveryMs = 3_000;

/** Loads one language; its editor keeps the text that was current when it was opened. */
function TrackEditor(props: EditorProps) {
  const { id, resourceId } = props.track;
  useWorkRefresh(shown, resourceId);
  const subtitle = useQuery({
    ...queryOf(getSubtitle, { params: { id } }, { quiet: true }),
    retry: false,
    // Editing must start from the stored version, not from a cached one.
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? askEveryMs : false),
  });
  const texts = useQuery({
    ...queryOf(listSubtitleVersions, { params: { id } }, { quiet: true }),
    retry: false,
    gcTime: 0,
  });
  const refresh = async () => {
    const [fresh] = await Promise.all([subtitle.refetch(), texts.refetch()]);
    return fresh.data;
  };
  const problem = subtitle.error ?? texts.error;
  if (subtitle.data && texts.data)
    return <OpenedTrack {...props} live={subtitle.data} texts={texts.data} refresh={refresh} />;
  if (!problem) return <EditorSkeleton />;
  return (
    <WorkFailure
      title={props.resource.title}
      list={props.walk.list}
      error={problem}
      retrying={subtitle.isFetching}
      onRetry={() => void refresh()}
    />
  );
}

function isBusy({ burnedIn, translation }: OpenedSubtitle): boolean {
  return [burnedIn, translation].some((job) => job !== null && isUnderWay(job.state));
}

type OpenedProps = EditorProps & {
  live: OpenedSubtitle;
  texts: KnownTexts;
  refresh: () => Promise<OpenedSubtitle | undefined>;
};

function OpenedTrack(props: OpenedProps) {
  // A text that becomes current in the meantime is offered; it never replaces the one being edited.
  const [opened, setOpened] = useState({ subtitle: props.live, time: 0 });
  const reopen = async () => {
    const fresh = await props.refresh();
    if (fresh) setOpened(({ time }) => ({ subtitle: fresh, time: time + 1 }));
  };
  return <SubtitleDesk key={opened.time} {...props} opened={opened.subtitle} onOpen={reopen} />;
}

const widths = [62, 88, 74, 93, 55, 80, 68, 90, 47, 84];

/** Layout shown while the cues load. */
function EditorSkeleton() {
  return (
    <SkeletonRegion className="text-work">
      <div className="text-work-head">
        <Skeleton width={280} height={22} />
      </div>
      <div className="text-work-pending">
        <Skeleton height={320} />
        <div>
          {widths.map((width) => (
            <Skeleton key={width} width={`${width}%`} height={14} />
          ))}
        </div>
      </div>
      <Skeleton height={128} />
    </SkeletonRegion>
  );
}

const NoTracks = lazyPart(async () => (await import('./no-tracks.tsx')).NoTracks);

/** Subtitle editor for the video and language in the address. */
export function SubtitleEditorPage() {
  const { searchStr } = useLocation();
  const { routes, subtitle } = useTexts();
  const params = new URLSearchParams(searchStr);
  const id = params.get('id') ?? '';
  const language = params.get('language');
  const resource = useQuery({ ...queryOf(getResource, { params: { id } }, { quiet: true }), retry: false });
  const known = useTracks(id);
  const walk = useSubtitleWalk(id);
  useWalkKeys(walk);
  usePageTitle(resource.data?.title ?? routes['handle.subtitle']);
  const problem = resource.error ?? known.error;
  if (isMissing(problem)) return <MissingPage texts={subtitle.missing} back={walk} />;
  if (resource.data && resource.data.kind !== 'video') return <MissingPage texts={subtitle.otherKind} back={walk} />;
  if (resource.data && known.data) {
    const { tracks } = known.data;
    const track =
      tracks.find((one) => one.language === language) ?? tracks.find(({ isDefault }) => isDefault) ?? tracks[0];
    if (!track) return <NoTracks resource={resource.data} known={known.data} walk={walk} />;
    return <TrackEditor key={track.id} resource={resource.data} track={track} known={known.data} walk={walk} />;
  }
  if (!problem) return <EditorSkeleton />;
  return (
    <WorkFailure
      title={resource.data?.title ?? routes['handle.subtitle']}
      list={walk.list}
      error={problem}
      retrying={resource.isFetching || known.isFetching}
      onRetry={() => void (resource.error ? resource.refetch() : known.refetch())}
    />
  );
}

/** The previous and next video in the list view. */
function useSubtitleWalk(id: string): Walk {
  const { searchStr } = useLocation();
  const view = new URLSearchParams(searchStr).get('view');
  const { data } = useQuery({
    ...queryOf(subtitleNeighbours, { params: { id }, query: { view: view ?? '' } }, { quiet: true }),
    // Without a list there are no neighbours.
    enabled: view !== null,
    staleTime: 60_000,
    retry: false,
  });
  return {
    previous: data?.previous ? subtitleHref(data.previous.id, { view }) : null,
    next: data?.next ? subtitleHref(data.next.id, { view }) : null,
    ...placeOf(data),
    list: view ? `${subtitleList.page}?${view}` : subtitleList.page,
  };
}
