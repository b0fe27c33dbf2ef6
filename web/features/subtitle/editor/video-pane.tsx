import { apiBase } from '@lectern/contract/constants.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { downloadOf } from '../../../components/resource/resource-href.ts';
import { useRenditions } from '../../../components/resource/use-renditions.ts';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { frameRateOf } from '../../../components/viewers/media/clock.ts';
import { spriteOf } from '../../../components/viewers/media/sprite.ts';
import type { ViewerLink } from '../../../components/viewers/viewer-link.ts';
import { lineAtTime } from '../../../components/workbench/model/line-at-time.ts';
import type { TextWork } from '../../../components/workbench/model/text-work.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';

const pending = (
  <SkeletonRegion>
    <Skeleton height={280} />
  </SkeletonRegion>
);
const VideoPlayer = lazyPart(
  async () => (await import('../../../components/viewers/media/video-player.tsx')).VideoPlayer,
  pending,
);
const noMarkers: never[] = [];

type Props = { resource: ResourceDetailView; work: TextWork; link: ViewerLink; language: string };

/** The video with the cues as edited. */
export function VideoPane({ resource, work, link, language }: Props) {
  const version = resource.current;
  const renditions = useRenditions(resource, version);
  const sprite = renditions.find('sprite');
  const url = renditions.urlOf('video') ?? apiBase + version.url;
  const picture = renditions.urlOf('poster') ?? (resource.thumbnail ? apiBase + resource.thumbnail : null);
  // Re-renders only for another file, because cues change all the time while editing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: compares the file's properties by value
  const player = useMemo(
    () => (
      <VideoPlayer
        url={url}
        picture={picture}
        downloadUrl={downloadOf(version.url)}
        title={resource.title}
        format={version.format}
        sizeBytes={version.sizeBytes}
        durationSeconds={version.durationSeconds}
        markers={noMarkers}
        link={link}
        frameRate={frameRateOf(version)}
        sprite={sprite ? spriteOf(sprite, apiBase) : null}
        overlay={<CueOverlay work={work} link={link} language={language} />}
        withoutWaveform
      />
    ),
    [url, picture, version.id, sprite?.id, work, link, language],
  );
  return renditions.pending ? pending : player;
}

type CueOverlayProps = { work: TextWork; link: ViewerLink; language: string };

/** The cue at the current time, as edited. */
function CueOverlay({ work, link, language }: CueOverlayProps) {
  const place = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  useEffect(() => {
    let frame = 0;
    const look = () => {
      const video = place.current?.parentElement?.querySelector('video');
      const ms = (video?.currentTime ?? link.place.get().second ?? 0) * 1_000;
      const { lines } = work.state.get();
      const line = lines[lineAtTime(lines, ms)];
      setText(line && ms < (line.endMs ?? 0) ? line.text : '');
      cancelAnimationFrame(frame);
      if (video && !video.paused) frame = requestAnimationFrame(look);
    };
    look();
    const stops = [link.place.subscribe(look), work.state.subscribe(look)];
    return () => {
      for (const stop of stops) stop();
      cancelAnimationFrame(frame);
    };
  }, [work, link]);
  return (
    <div ref={place} className="cue-overlay" lang={language} aria-hidden="true">
      {text && <span>{text}</span>}
    </div>
  );
}
