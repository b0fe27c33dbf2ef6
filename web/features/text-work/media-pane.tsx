import { apiBase } from '@lectern/contract/constants.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { useMemo } from 'react';
import { downloadOf } from '../../components/resource/download-of.ts';
import { useRenditions } from '../../components/resource/use-renditions.ts';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { frameRateOf } from '../../components/viewers/media/frame-rate.ts';
import { spriteOf } from '../../components/viewers/media/sprite.ts';
import type { ViewerLink } from '../../components/viewers/viewer-link.ts';
import type { TextWork } from '../../components/workbench/model/text-work.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { SpeechPanel } from './speech/speech-panel.tsx';
import { useSuspectMarkers, useSuspects } from './speech/use-suspects.ts';

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
  const { workbench } = useTexts();
  const version = resource.current;
  const renditions = useRenditions(resource, version);
  const suspects = useSuspects(work);
  const markers = useSuspectMarkers(suspects);
  const isAudio = resource.kind === 'audio';
  const sprite = renditions.find('sprite');
  const known = {
    url: renditions.urlOf(isAudio ? 'audio' : 'video') ?? apiBase + version.url,
    picture: renditions.urlOf('poster') ?? (resource.thumbnail ? apiBase + resource.thumbnail : null),
    peaksUrl: renditions.urlOf('peaks'),
  };
  // Drawn anew for another file or other marks only: lines come and go while one works.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known of the files, by value
  const player = useMemo(() => {
    const props = {
      ...known,
      downloadUrl: downloadOf(version.url),
      title: resource.title,
      format: version.format,
      sizeBytes: version.sizeBytes,
      durationSeconds: version.durationSeconds,
      markers,
      markersLabel: workbench.suspectMarks,
      link,
    };
    if (isAudio) return <players.audio {...props} />;
    const pictures = sprite ? spriteOf(sprite, apiBase) : null;
    return <players.video {...props} frameRate={frameRateOf(version)} sprite={pictures} />;
  }, [known.url, known.picture, known.peaksUrl, version.id, sprite?.id, markers, workbench, link]);
  return (
    <>
      {renditions.pending ? pending : player}
      <SpeechPanel suspects={suspects} />
    </>
  );
}
