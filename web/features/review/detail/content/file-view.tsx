import { apiBase } from '@lectern/contract/constants.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import type { Hit } from '@lectern/contract/features/review.ts';
import { downloadOf } from '../../../../components/resource/download-of.ts';
import { useRenditions } from '../../../../components/resource/use-renditions.ts';
import { Skeleton, SkeletonRegion } from '../../../../components/skeleton.tsx';
import { frameRateOf } from '../../../../components/viewers/media/frame-rate.ts';
import type { Marker } from '../../../../components/viewers/media/media-viewer-props.ts';
import { spriteOf } from '../../../../components/viewers/media/sprite.ts';
import type { ViewerLink } from '../../../../components/viewers/viewer-link.ts';
import { useTexts } from '../../../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../../../lib/lazy-part.tsx';
import { PictureView, type Veil } from './picture-view.tsx';

export const pending = (
  <SkeletonRegion className="review-file-pending">
    <Skeleton height={360} />
  </SkeletonRegion>
);
const viewers = {
  pdf: lazyPart(async () => (await import('../../../../components/viewers/pdf/pdf-viewer.tsx')).PdfViewer, pending),
  video: lazyPart(
    async () => (await import('../../../../components/viewers/media/video-player.tsx')).VideoPlayer,
    pending,
  ),
  audio: lazyPart(
    async () => (await import('../../../../components/viewers/media/audio-player.tsx')).AudioPlayer,
    pending,
  ),
  text: lazyPart(async () => (await import('../../../../components/viewers/text/text-viewer.tsx')).TextViewer, pending),
  none: lazyPart(async () => (await import('../../../../components/viewers/no-preview.tsx')).NoPreview, pending),
};
const texts = ['txt', 'md', 'csv', 'html', 'srt', 'vtt'];

type Props = { resource: ResourceDetailView; link: ViewerLink; hits: readonly Hit[]; veil: Veil };

/** The file in which something was found, shown as what it is. */
export function FileView({ resource, link, hits, veil }: Props) {
  const { review } = useTexts();
  const { current: version, kind } = resource;
  const renditions = useRenditions(resource, version);
  const shared = {
    url: apiBase + version.url,
    downloadUrl: downloadOf(version.url),
    title: resource.title,
    picture: resource.thumbnail ? apiBase + resource.thumbnail : null,
    format: version.format,
    sizeBytes: version.sizeBytes,
  };
  if (kind === 'image') return <PictureView resource={resource} shared={shared} link={link} veil={veil} />;
  if (renditions.pending) return pending;
  if (kind === 'video' || kind === 'audio') {
    const url = renditions.urlOf(kind) ?? shared.url;
    const props = {
      ...shared,
      url,
      picture: renditions.urlOf('poster') ?? shared.picture,
      peaksUrl: renditions.urlOf('peaks'),
      durationSeconds: version.durationSeconds,
      markers: markersOf(hits),
      markersLabel: review.content.markers,
      link,
    };
    const sprite = renditions.find('sprite');
    return kind === 'audio' ? (
      <viewers.audio key={url} {...props} />
    ) : (
      <viewers.video
        key={url}
        {...props}
        frameRate={frameRateOf(version)}
        sprite={sprite ? spriteOf(sprite, apiBase) : null}
      />
    );
  }
  if (texts.includes(version.format)) return <viewers.text key={version.id} {...shared} />;
  const preview = renditions.find('preview');
  if (version.format === 'pdf') return <viewers.pdf key={version.id} {...shared} link={link} />;
  if (preview?.contentType === 'application/pdf')
    return <viewers.pdf key={version.id} {...shared} url={apiBase + preview.url} link={link} />;
  return <viewers.none {...shared} />;
}

function markersOf(hits: readonly Hit[]): Marker[] {
  return hits.flatMap(({ id, state, severity, word, place: { startMs } }) =>
    startMs === null || state !== 'open'
      ? []
      : [{ id, second: startMs / 1000, label: word.text, tone: severity === 'block' ? 'bad' : 'warn' }],
  );
}
