import { apiBase } from '@lectern/contract/constants.ts';
import type { ResourceDetailView, ResourceVersion } from '@lectern/contract/features/resource.ts';
import { listNotes } from '@lectern/contract/features/resource-detail.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { downloadOf } from '../../../components/resource/resource-href.ts';
import { useRenditions } from '../../../components/resource/use-renditions.ts';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { playerTracksOf, useTracks } from '../../../components/subtitle/use-tracks.ts';
import { frameRateOf } from '../../../components/viewers/media/clock.ts';
import { spriteOf } from '../../../components/viewers/media/sprite.ts';
import type { ViewerLink } from '../../../components/viewers/viewer-link.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { queryOf } from '../../../lib/queries.ts';
import { FactCards, ImagePane } from './image-pane.tsx';
import { useResourceSummary } from './summary/use-resource-summary.ts';

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
  const { resourceDetail } = useTexts();
  const isMedia = resource.kind === 'video' || resource.kind === 'audio';
  const notes = useQuery({
    ...queryOf(listNotes, { params: { id: resource.id } }, { quiet: true }),
    enabled: isMedia && resource.counts.notes > 0,
  }).data;
  const renditions = useRenditions(resource, version);
  const subtitles = useTracks(resource.id, resource.kind === 'video').data?.tracks;
  const chapters = useResourceSummary(resource.id, isMedia).version?.content.chapters ?? [];
  const { format, sizeBytes, durationSeconds } = version;
  const shared = {
    url: apiBase + version.url,
    downloadUrl: downloadOf(version.url),
    title: resource.title,
    picture: version.current && resource.thumbnail ? apiBase + resource.thumbnail : null,
    format,
    sizeBytes,
  };
  const playable = usePlayable(
    renditions.urlOf(resource.kind === 'audio' ? 'audio' : 'video') ?? shared.url,
    version,
    link,
  );
  if (resource.kind === 'image') return <ImagePane resource={resource} version={version} shared={shared} link={link} />;
  if (isMedia) {
    const noted = (notes ?? []).flatMap(({ id, second, text, resolvedAt }) =>
      second === null || resolvedAt ? [] : [{ id, second, label: text.slice(0, 80) }],
    );
    const begun = chapters.map(({ title, startMs }) => ({
      ...{ id: `chapter ${startMs}`, second: startMs / 1000, label: title },
      tone: 'chapter' as const,
    }));
    const markers = [...begun, ...noted];
    if (renditions.pending) return pending;
    const sprite = renditions.find('sprite');
    const props = {
      ...shared,
      url: playable,
      picture: renditions.urlOf('poster') ?? shared.picture,
      peaksUrl: renditions.urlOf('peaks'),
      durationSeconds,
      markers,
      ...(begun.length > 0 && { markersLabel: resourceDetail.strip }),
      link,
      recorded: { resourceId: resource.id },
    };
    return (
      <>
        {resource.kind === 'audio' ? (
          <viewers.audio key={playable} {...props} />
        ) : (
          <viewers.video
            key={playable}
            {...props}
            frameRate={frameRateOf(version)}
            tracks={playerTracksOf(subtitles ?? [])}
            sprite={sprite ? spriteOf(sprite, apiBase) : null}
          />
        )}
        <FactCards resource={resource} version={version} mayChange={false} />
      </>
    );
  }
  const preview = renditions.find('preview');
  if (preview?.contentType === 'application/pdf' && format !== 'pdf' && !texts.includes(format))
    return <viewers.pdf key={version.id} {...shared} url={apiBase + preview.url} link={link} />;
  if (format === 'pdf') return <viewers.pdf key={version.id} {...shared} link={link} />;
  if (texts.includes(format)) return <viewers.text key={version.id} {...shared} link={link} />;
  return renditions.pending ? pending : <viewers.none {...shared} />;
}

/** A form that every browser plays, once it was made; but nobody is interrupted for it. */
function usePlayable(newest: string, version: ResourceVersion, link: ViewerLink): string {
  const [playing, setPlaying] = useState({ url: newest, versionId: version.id });
  const begun = (link.place.get().second ?? 0) > 0.1;
  const stays = playing.versionId === version.id && (begun || playing.url === newest);
  if (stays) return playing.url;
  setPlaying({ url: newest, versionId: version.id });
  return newest;
}
