import { apiBase } from '@lectern/contract/constants.ts';
import type { ResourceDetailView, ResourceVersion } from '@lectern/contract/features/resource.ts';
import { listNotes } from '@lectern/contract/features/resource-detail.ts';
import { useQuery } from '@tanstack/react-query';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import type { ViewerLink } from '../../../components/viewers/viewer-link.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { queryOf } from '../../../lib/queries.ts';
import { ImagePane } from './image-pane.tsx';
import { FactCards } from './lazy-fact-cards.ts';
import { downloadOf } from './resource-menu.tsx';

const pending = (
  <SkeletonRegion className="resource-viewer-pending">
    <Skeleton height={420} />
  </SkeletonRegion>
);
const viewers = {
  pdf: lazyPart(async () => (await import('../../../components/viewers/pdf/pdf-viewer.tsx')).PdfViewer, pending),
  video: lazyPart(
    async () => (await import('../../../components/viewers/media/video-player.tsx')).VideoPlayer,
    pending,
  ),
  audio: lazyPart(
    async () => (await import('../../../components/viewers/media/audio-player.tsx')).AudioPlayer,
    pending,
  ),
  none: lazyPart(async () => (await import('../../../components/viewers/no-preview.tsx')).NoPreview, pending),
  text: lazyPart(async () => (await import('../../../components/viewers/text/text-viewer.tsx')).TextViewer, pending),
};
const texts = ['txt', 'md', 'csv', 'html', 'srt', 'vtt'];

type Props = { resource: ResourceDetailView; version: ResourceVersion; link: ViewerLink };

/** The file of one version, shown as what it is. */
export function ResourceViewer({ resource, version, link }: Props) {
  const isMedia = resource.kind === 'video' || resource.kind === 'audio';
  const notes = useQuery({
    ...queryOf(listNotes, { params: { id: resource.id } }, { quiet: true }),
    enabled: isMedia && resource.counts.notes > 0,
  }).data;
  const { format, sizeBytes, durationSeconds } = version;
  const shared = {
    url: apiBase + version.url,
    downloadUrl: downloadOf(version.url),
    title: resource.title,
    picture: version.current && resource.thumbnail ? apiBase + resource.thumbnail : null,
    format,
    sizeBytes,
  };
  if (resource.kind === 'image') return <ImagePane resource={resource} version={version} shared={shared} />;
  if (isMedia) {
    const markers = (notes ?? []).flatMap(({ id, second, text, resolvedAt }) =>
      second === null || resolvedAt ? [] : [{ id, second, label: text.slice(0, 80) }],
    );
    const props = { ...shared, durationSeconds, markers, link };
    return (
      <>
        {resource.kind === 'audio' ? (
          <viewers.audio key={version.id} {...props} />
        ) : (
          <viewers.video key={version.id} {...props} frameRate={frameRateOf(version)} />
        )}
        <FactCards resource={resource} version={version} mayChange={false} />
      </>
    );
  }
  if (format === 'pdf') return <viewers.pdf key={version.id} {...shared} link={link} />;
  if (texts.includes(format)) return <viewers.text key={version.id} {...shared} />;
  return <viewers.none {...shared} />;
}

function frameRateOf({ facts }: ResourceVersion): number | null {
  const rate = (facts.video as { frameRate?: unknown } | undefined)?.frameRate;
  return typeof rate === 'number' && rate > 0 ? rate : null;
}
