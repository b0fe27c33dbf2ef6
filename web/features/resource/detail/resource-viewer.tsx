import { apiBase } from '@lectern/contract/constants.ts';
import { getReading } from '@lectern/contract/features/reading.ts';
import type { ResourceDetailView, ResourceVersion } from '@lectern/contract/features/resource.ts';
import { editImage, listNotes } from '@lectern/contract/features/resource-detail.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { useRenditions } from '../../../components/resource/use-renditions.ts';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { playerTracksOf, useTracks } from '../../../components/subtitle/use-tracks.ts';
import { fileViewers, textFormats, type ViewedFile, viewedFile } from '../../../components/viewers/file-viewers.tsx';
import type { ReadBox } from '../../../components/viewers/image/image-boxes.tsx';
import type { ImageEdits } from '../../../components/viewers/image/image-editor.tsx';
import { frameRateOf } from '../../../components/viewers/media/clock.ts';
import { spriteOf } from '../../../components/viewers/media/sprite.ts';
import { turnBack } from '../../../components/viewers/turn-back.ts';
import { ViewerButton } from '../../../components/viewers/viewer-icon.tsx';
import type { Box, ViewerLink } from '../../../components/viewers/viewer-link.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { notify } from '../../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../../lib/queries.ts';
import { useStore } from '../../../lib/store.ts';
import { useReadings } from './reading/use-reading-parts.ts';
import { useResourceSummary } from './summary/summary-pending.tsx';

const pending = (
  <SkeletonRegion className="resource-viewer-pending">
    <Skeleton height={420} />
  </SkeletonRegion>
);
const viewers = fileViewers(pending);

type Props = { resource: ResourceDetailView; version: ResourceVersion; link: ViewerLink };

/** Shows the file of one version in the viewer for its format. */
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
  const { format, durationSeconds } = version;
  const shared = viewedFile(resource, version);
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
  if (preview?.contentType === 'application/pdf' && format !== 'pdf' && !textFormats.includes(format))
    return <viewers.pdf key={version.id} {...shared} url={apiBase + preview.url} link={link} />;
  if (format === 'pdf') return <viewers.pdf key={version.id} {...shared} link={link} />;
  if (textFormats.includes(format)) return <viewers.text key={version.id} {...shared} link={link} />;
  return renditions.pending ? pending : <viewers.none {...shared} />;
}

/** URL of a version that every browser plays, once it is ready; playback that has begun keeps its URL. */
function usePlayable(newest: string, version: ResourceVersion, link: ViewerLink): string {
  const [playing, setPlaying] = useState({ url: newest, versionId: version.id });
  const begun = (link.place.get().second ?? 0) > 0.1;
  const stays = playing.versionId === version.id && (begun || playing.url === newest);
  if (stays) return playing.url;
  setPlaying({ url: newest, versionId: version.id });
  return newest;
}

type ImageBoxes = {
  /** OCR lines as boxes; null while they are hidden. */
  boxes: readonly ReadBox[] | null;
  mark: Box | null;
  /** Undefined when there is no usable OCR text. */
  toggle: (() => void) | undefined;
};

const sources = ['ocr'] as const;

/** OCR text of a picture as boxes over it, and the box that the address points to. */
function useImageBoxes(resource: ResourceDetailView, version: ResourceVersion, link: ViewerLink): ImageBoxes {
  const [shown, setShown] = useState(false);
  const mark = useStore(link.mark);
  const { id } = resource;
  const [read] = useReadings(id, sources, version.current).current;
  const usable = read !== undefined && !read.stale;
  const text = useQuery({
    ...queryOf(getReading, { params: { id, source: 'ocr' }, query: { from: 1, size: 1 } }, { quiet: true }),
    enabled: usable && (shown || mark !== null),
    retry: false,
  });
  const part = text.data?.parts[0];
  /** The mark can only be placed once the rotation used for OCR is known. */
  const known = !usable || !text.isLoading;
  const boxes = part?.lines.flatMap(({ box, text: words, confidence }) =>
    box ? [{ box: turnBack(box, part.rotation), text: words, confidence }] : [],
  );
  return {
    boxes: shown && boxes ? boxes : null,
    mark: version.current && mark && known ? turnBack(mark.box, part?.rotation ?? null) : null,
    toggle: usable ? () => setShown(!shown) : undefined,
  };
}

/** Below the viewer, so it loads later. */
const FactCards = lazyPart(async () => (await import('./fact-cards.tsx')).FactCards);

const ImageEditor = lazyPart(
  async () => (await import('../../../components/viewers/image/image-editor.tsx')).ImageEditor,
);

/** Formats the server can crop and rotate; animated pictures would lose their animation. */
const editable = ['jpg', 'png', 'webp', 'tiff', 'gif', 'heic', 'avif'];

type ImagePaneProps = {
  resource: ResourceDetailView;
  version: ResourceVersion;
  link: ViewerLink;
  shared: ViewedFile;
};

/** A picture with its editor and camera data. */
function ImagePane({ resource, version, link, shared }: ImagePaneProps) {
  const { viewer, resourceDetail, reading } = useTexts();
  const [editing, setEditing] = useState(false);
  const read = useImageBoxes(resource, version, link);
  const change = useMutationOf(editImage, { idempotent: true });
  const mayChange = resource.mayEdit && version.current && editable.includes(version.format);
  const save = (edits: ImageEdits) =>
    change.mutate(
      { params: { id: resource.id }, body: { ...edits, stripGps: false, version: resource.version } },
      {
        onSuccess: () => {
          setEditing(false);
          notify({ level: 'info', title: resourceDetail.imageEditing });
        },
      },
    );
  return (
    <>
      {editing ? (
        <ImageEditor
          key={version.id}
          url={shared.url}
          saving={change.isPending}
          onSave={save}
          onClose={() => setEditing(false)}
        />
      ) : (
        <viewers.image
          key={version.id}
          {...shared}
          alt={resource.altText || resource.title}
          {...(read.boxes && { boxes: read.boxes })}
          mark={read.mark}
          actions={
            <>
              {read.toggle && (
                <ViewerButton
                  icon="boxes"
                  label={reading.boxes}
                  aria-pressed={read.boxes !== null}
                  onClick={read.toggle}
                />
              )}
              {mayChange && (
                <Button size="small" icon="edit" onClick={() => setEditing(true)}>
                  {viewer.editImage}
                </Button>
              )}
            </>
          }
        />
      )}
      <FactCards resource={resource} version={version} mayChange={mayChange} />
    </>
  );
}
