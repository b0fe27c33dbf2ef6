import { apiBase } from '@lectern/contract/constants.ts';
import { type ChapterMedia, getChapterMedia } from '@lectern/contract/features/chapter-media.ts';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { Banner } from '../../../components/banner.tsx';
import { QueryError } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { trackName } from '../../../components/subtitle/subtitle-href.ts';
import type { Marker } from '../../../components/viewers/media/media-viewer-props.ts';
import type { ViewerLink } from '../../../components/viewers/viewer-link.ts';
import type { AccessSubject } from '../../../lib/access/access-notes.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { queryOf } from '../../../lib/queries.ts';
import type { Part } from './part-time.ts';
import './part-player.css';

type Props = {
  place: MediaPlace;
  link: ViewerLink;
  part: Part;
  /** Pauses at the end of the part, as for learners. */
  stops?: boolean;
  /** What plays are recorded for; set only where the part plays as learners see it. */
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

/** Plays a recording with the part a chapter uses marked. */
export function PartPlayer({ place, link, part, stops = false, recorded }: Props) {
  const media = useChapterMedia(place);
  if (media.error) return <QueryError query={media} />;
  if (!media.data) return pending;
  return <Player media={media.data} link={link} part={part} stops={stops} {...(recorded && { recorded })} />;
}

function Player({ media, link, part, stops, recorded }: Omit<Props, 'place'> & { media: ChapterMedia }) {
  const { chapter } = useTexts();
  const frame = useRef<HTMLDivElement>(null);
  const { title, format, sizeBytes, durationSeconds, frameRate } = media;
  useStop(frame, link, stops ? part.endMs : null);
  if (media.played === null) return <Banner tone="warning">{chapter.part.covered}</Banner>;
  const markers: Marker[] = [
    { id: 'start', second: (part.startMs ?? 0) / 1000, label: chapter.part.start, tone: 'chapter' },
    ...(part.endMs === null
      ? []
      : [{ id: 'end', second: part.endMs / 1000, label: chapter.part.end, tone: 'chapter' as const }]),
  ];
  const addressOf = (url: string | null) => (url === null ? null : apiBase + url);
  const shown = {
    ...{ title, format, sizeBytes, durationSeconds, markers, link },
    url: apiBase + media.played,
    downloadUrl: `${apiBase}${media.file ?? media.played}${media.file ? '?download=true' : ''}`,
    picture: addressOf(media.poster),
    peaksUrl: addressOf(media.peaks),
    markersLabel: chapter.part.label,
    ...(recorded && { recorded }),
  };
  const tracks = media.tracks.map(({ language, label, isDefault, url }) => {
    return { language, name: trackName({ language, label }), isDefault, url: apiBase + url };
  });
  return (
    <div className="part-player" ref={frame}>
      {media.kind === 'audio' ? (
        <AudioPlayer {...shown} />
      ) : (
        <VideoPlayer {...shown} frameRate={frameRate} tracks={tracks} />
      )}
    </div>
  );
}

/** Pauses once at the end of the part; the viewer may continue from there. */
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

/** The chapter item, because the server gives out media only for resources in the chapter. */
type MediaPlace = { chapterId: string; itemId: string };

/** Media of a resource in a chapter; `known` is false when there is nothing to play. */
export function useChapterMedia({ chapterId, itemId }: MediaPlace, known = true) {
  const params = { id: chapterId, itemId };
  return useQuery({ ...queryOf(getChapterMedia, { params }, { quiet: true }), retry: false, enabled: known });
}
