import { apiBase } from '@lectern/contract/constants.ts';
import { getResource, type ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { downloadOf } from '../../../components/resource/download-of.ts';
import { useRenditions } from '../../../components/resource/use-renditions.ts';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { playerTracksOf } from '../../../components/subtitle/player-tracks-of.ts';
import { useTracks } from '../../../components/subtitle/use-tracks.ts';
import { frameRateOf } from '../../../components/viewers/media/frame-rate.ts';
import type { Marker } from '../../../components/viewers/media/media-viewer-props.ts';
import type { ViewerLink } from '../../../components/viewers/viewer-link.ts';
import type { AccessSubject } from '../../../lib/access/access-notes.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { queryOf } from '../../../lib/queries.ts';
import type { Part } from '../chapter/part-time.ts';
import './part-player.css';

type Props = {
  resourceId: string;
  link: ViewerLink;
  part: Part;
  /** Stops where the part ends, as learners have it. */
  stops?: boolean;
  /** Where it is played as learners have it: that counts. */
  recorded?: AccessSubject;
};

const pending = (
  <SkeletonRegion>
    <Skeleton height={220} />
  </SkeletonRegion>
);

const VideoPlayer = lazyPart(
  async () => (await import('../../../components/viewers/media/video-player.tsx')).VideoPlayer,
  pending,
);
const AudioPlayer = lazyPart(
  async () => (await import('../../../components/viewers/media/audio-player.tsx')).AudioPlayer,
  pending,
);

/** A video or a recording with the part of it that a chapter uses. */
export function PartPlayer({ resourceId, link, part, stops = false, recorded }: Props) {
  const resource = useQuery({ ...queryOf(getResource, { params: { id: resourceId } }, { quiet: true }), retry: false });
  if (resource.error)
    return <ErrorPanel error={resource.error} retrying={resource.isFetching} onRetry={() => void resource.refetch()} />;
  if (!resource.data) return pending;
  return <Player resource={resource.data} link={link} part={part} stops={stops} {...(recorded && { recorded })} />;
}

function Player(props: Omit<Props, 'resourceId'> & { resource: ResourceDetailView }) {
  const { resource, link, part, stops = false, recorded } = props;
  const { chapter } = useTexts();
  const frame = useRef<HTMLDivElement>(null);
  const version = resource.current;
  const renditions = useRenditions(resource, version);
  const isAudio = resource.kind === 'audio';
  const subtitles = useTracks(resource.id, !isAudio).data?.tracks;
  useStop(frame, link, stops ? part.endMs : null);
  if (renditions.pending) return pending;
  const markers: Marker[] = [
    { id: 'start', second: (part.startMs ?? 0) / 1000, label: chapter.part.start, tone: 'chapter' },
    ...(part.endMs === null
      ? []
      : [{ id: 'end', second: part.endMs / 1000, label: chapter.part.end, tone: 'chapter' as const }]),
  ];
  const shown = {
    url: renditions.urlOf(isAudio ? 'audio' : 'video') ?? apiBase + version.url,
    downloadUrl: downloadOf(version.url),
    title: resource.title,
    picture: renditions.urlOf('poster') ?? (resource.thumbnail ? apiBase + resource.thumbnail : null),
    format: version.format,
    sizeBytes: version.sizeBytes,
    durationSeconds: version.durationSeconds,
    peaksUrl: renditions.urlOf('peaks'),
    markers,
    markersLabel: chapter.part.label,
    link,
    ...(recorded && { recorded }),
  };
  return (
    <div className="part-player" ref={frame}>
      {isAudio ? (
        <AudioPlayer {...shown} />
      ) : (
        <VideoPlayer {...shown} frameRate={frameRateOf(version)} tracks={playerTracksOf(subtitles ?? [])} />
      )}
    </div>
  );
}

/** Pauses once when playing reaches the end of the part; going on from there is anybody’s own wish. */
function useStop(frame: RefObject<HTMLElement | null>, link: ViewerLink, endMs: number | null): void {
  useEffect(() => {
    if (endMs === null) return;
    const end = endMs / 1000;
    let before: number | null = null;
    return link.place.subscribe(() => {
      const { second } = link.place.get();
      if (second === null) return;
      const crossed = before !== null && before < end && second >= end && second - before < 2;
      before = second;
      if (crossed) frame.current?.querySelector<HTMLMediaElement>('video, audio')?.pause();
    });
  }, [frame, link, endMs]);
}
