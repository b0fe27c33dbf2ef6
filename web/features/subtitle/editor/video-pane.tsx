import { apiBase } from '@lectern/contract/constants.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { useMemo } from 'react';
import { downloadOf } from '../../../components/resource/download-of.ts';
import { useRenditions } from '../../../components/resource/use-renditions.ts';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { frameRateOf } from '../../../components/viewers/media/frame-rate.ts';
import { spriteOf } from '../../../components/viewers/media/sprite.ts';
import type { ViewerLink } from '../../../components/viewers/viewer-link.ts';
import type { TextWork } from '../../../components/workbench/model/text-work.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { CueOverlay } from './cue-overlay.tsx';

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

/** The video with the cues as they are being edited. */
export function VideoPane({ resource, work, link, language }: Props) {
  const version = resource.current;
  const renditions = useRenditions(resource, version);
  const sprite = renditions.find('sprite');
  const url = renditions.urlOf('video') ?? apiBase + version.url;
  const picture = renditions.urlOf('poster') ?? (resource.thumbnail ? apiBase + resource.thumbnail : null);
  // Drawn anew for another file only: cues come and go while one works.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known of the files, by value
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
