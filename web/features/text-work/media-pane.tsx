import { apiBase } from '@lectern/contract/constants.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { useMemo, useSyncExternalStore } from 'react';
import { downloadOf } from '../../components/resource/download-of.ts';
import { useRenditions } from '../../components/resource/use-renditions.ts';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { frameRateOf } from '../../components/viewers/media/frame-rate.ts';
import { spriteOf } from '../../components/viewers/media/sprite.ts';
import type { ViewerLink } from '../../components/viewers/viewer-link.ts';
import type { TextWork } from '../../components/workbench/model/text-work.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';

const pending = (
  <SkeletonRegion>
    <Skeleton height={360} />
  </SkeletonRegion>
);
const players = {
  video: lazyPart(async () => (await import('../../components/viewers/media/video-player.tsx')).VideoPlayer, pending),
  audio: lazyPart(async () => (await import('../../components/viewers/media/audio-player.tsx')).AudioPlayer, pending),
};

type Props = { resource: ResourceDetailView; work: TextWork; link: ViewerLink };

/** The recording, with what may not have been said at all marked in its waveform. */
export function MediaPane({ resource, work, link }: Props) {
  const { reading, workbench } = useTexts();
  const version = resource.current;
  const renditions = useRenditions(resource, version);
  const order = useSyncExternalStore(work.state.subscribe, () => work.state.get().order);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed moves no mark
  const markers = useMemo(
    () =>
      work.state.get().lines.flatMap(({ key, startMs, text, suspects }) =>
        suspects?.[0] && startMs !== undefined
          ? [
              {
                id: String(key),
                second: startMs / 1_000,
                label: `${reading.suspects[suspects[0]]}: ${text.slice(0, 60)}`,
                tone: 'warn' as const,
              },
            ]
          : [],
      ),
    [work, order, reading],
  );
  if (renditions.pending) return pending;
  const isAudio = resource.kind === 'audio';
  const sprite = renditions.find('sprite');
  const props = {
    url: renditions.urlOf(isAudio ? 'audio' : 'video') ?? apiBase + version.url,
    downloadUrl: downloadOf(version.url),
    title: resource.title,
    picture: renditions.urlOf('poster') ?? (resource.thumbnail ? apiBase + resource.thumbnail : null),
    format: version.format,
    sizeBytes: version.sizeBytes,
    durationSeconds: version.durationSeconds,
    peaksUrl: renditions.urlOf('peaks'),
    markers,
    markersLabel: workbench.suspects,
    link,
  };
  return isAudio ? (
    <players.audio {...props} />
  ) : (
    <players.video {...props} frameRate={frameRateOf(version)} sprite={sprite ? spriteOf(sprite, apiBase) : null} />
  );
}
