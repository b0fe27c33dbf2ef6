import { apiBase } from '@lectern/contract/constants.ts';
import { getReading } from '@lectern/contract/features/reading.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useRenditions } from '../../../components/resource/use-renditions.ts';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { fileViewers, textFormats, type ViewedFile, viewedFile } from '../../../components/viewers/file-viewers.tsx';
import { frameRateOf } from '../../../components/viewers/media/clock.ts';
import type { Marker } from '../../../components/viewers/media/media-viewer-props.ts';
import { spriteOf } from '../../../components/viewers/media/sprite.ts';
import { turnBack } from '../../../components/viewers/turn-back.ts';
import type { ViewerLink } from '../../../components/viewers/viewer-link.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { useStore } from '../../../lib/store.ts';
import type { EditedSummary } from '../model/edited-summary.ts';

const pending = (
  <SkeletonRegion>
    <Skeleton height={360} />
  </SkeletonRegion>
);
const viewers = fileViewers(pending);

type Props = { resource: ResourceDetailView; link: ViewerLink; value: EditedSummary };

/** The source of the summary, with chapters and cited places marked in the player. */
export function SourcePane({ resource, link, value }: Props) {
  const { summary } = useTexts();
  return (
    <section className="summary-source" aria-label={summary.source}>
      <Source resource={resource} link={link} value={value} />
    </section>
  );
}

function Source({ resource, link, value }: Props) {
  const { summary } = useTexts();
  const { current: version, kind } = resource;
  const renditions = useRenditions(resource, version);
  const markers = useMarkers(value);
  const shared = viewedFile(resource, version);
  if (renditions.pending) return pending;
  if (kind === 'image') return <Picture resource={resource} link={link} shared={shared} />;
  if (kind === 'video' || kind === 'audio') {
    const url = renditions.urlOf(kind) ?? shared.url;
    const sprite = renditions.find('sprite');
    const props = {
      ...shared,
      ...{ url, markers, link, markersLabel: summary.strip, durationSeconds: version.durationSeconds },
      picture: renditions.urlOf('poster') ?? shared.picture,
      peaksUrl: renditions.urlOf('peaks'),
    };
    if (kind === 'audio') return <viewers.audio key={url} {...props} />;
    const pictures = sprite ? spriteOf(sprite, apiBase) : null;
    return <viewers.video key={url} {...props} frameRate={frameRateOf(version)} sprite={pictures} />;
  }
  if (textFormats.includes(version.format)) return <viewers.text key={version.id} {...shared} link={link} />;
  const preview = renditions.find('preview');
  if (version.format === 'pdf') return <viewers.pdf key={version.id} {...shared} link={link} />;
  if (preview?.contentType === 'application/pdf')
    return <viewers.pdf key={version.id} {...shared} url={apiBase + preview.url} link={link} />;
  return <viewers.none {...shared} />;
}

/** Markers for chapters and for the places that sentences cite. */
function useMarkers({ chapters, short }: EditedSummary): readonly Marker[] {
  return useMemo(() => {
    const evidence = short.flatMap(({ key, text, evidence: found }): Marker[] =>
      (found?.passages ?? []).flatMap(({ startMs, position }) =>
        startMs === null ? [] : [{ id: `${key} ${position}`, second: startMs / 1000, label: text.slice(0, 80) }],
      ),
    );
    const begins = chapters.map(
      ({ key, text, startMs }): Marker => ({
        id: `chapter ${key}`,
        second: startMs / 1000,
        label: text,
        tone: 'chapter',
      }),
    );
    return [...evidence, ...begins];
  }, [chapters, short]);
}

type PictureProps = Pick<Props, 'resource' | 'link'> & { shared: ViewedFile };

function Picture({ resource, link, shared }: PictureProps) {
  const mark = useStore(link.mark);
  // The box refers to the picture as OCR read it, which may have been rotated.
  const { data, isLoading } = useQuery({
    ...queryOf(
      getReading,
      { params: { id: resource.id, source: 'ocr' }, query: { from: 1, size: 1 } },
      { quiet: true },
    ),
    enabled: mark !== null,
    retry: false,
  });
  const rotation = data?.parts[0]?.rotation ?? null;
  return (
    <viewers.image
      key={resource.current.id}
      {...shared}
      alt={resource.altText || resource.title}
      mark={mark && !isLoading ? turnBack(mark.box, rotation) : null}
    />
  );
}
