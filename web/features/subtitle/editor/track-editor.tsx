import { getSubtitle, listSubtitleVersions } from '@lectern/contract/features/subtitle.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWorkRefresh } from '../../../components/work/use-work-refresh.ts';
import { isUnderWay } from '../../../components/work/work-state.tsx';
import { WorkFailure } from '../../../components/workbench/work-failure.tsx';
import { queryOf } from '../../../lib/queries.ts';
import { EditorSkeleton } from './editor-skeleton.tsx';
import type { EditorProps, KnownTexts, OpenedSubtitle } from './opened-subtitle.ts';
import { SubtitleDesk } from './subtitle-desk.tsx';

const shown = [getSubtitle, listSubtitleVersions];
/** Jobs tell nobody how far they are but those who ask. */
const askEveryMs = 3_000;

/** One language, from the text that was current when it was opened. */
export function TrackEditor(props: EditorProps) {
  const { id, resourceId } = props.track;
  useWorkRefresh(shown, resourceId);
  const subtitle = useQuery({
    ...queryOf(getSubtitle, { params: { id } }, { quiet: true }),
    retry: false,
    // What is edited begins with what is stored now.
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
  // Another text that becomes current meanwhile is offered, not put under one's hands.
  const [opened, setOpened] = useState({ subtitle: props.live, time: 0 });
  const reopen = async () => {
    const fresh = await props.refresh();
    if (fresh) setOpened(({ time }) => ({ subtitle: fresh, time: time + 1 }));
  };
  return <SubtitleDesk key={opened.time} {...props} opened={opened.subtitle} onOpen={reopen} />;
}
