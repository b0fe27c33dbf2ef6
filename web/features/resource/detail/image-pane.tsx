import { getReading } from '@lectern/contract/features/reading.ts';
import type { ResourceDetailView, ResourceVersion } from '@lectern/contract/features/resource.ts';
import { editImage } from '@lectern/contract/features/resource-detail.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import type { ReadBox } from '../../../components/viewers/image/image-boxes.tsx';
import type { ImageEdits } from '../../../components/viewers/image/image-editor.tsx';
import { turnBack } from '../../../components/viewers/turn-back.ts';
import { ViewerButton } from '../../../components/viewers/viewer-icon.tsx';
import type { Box, ViewerLink } from '../../../components/viewers/viewer-link.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { notify } from '../../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../../lib/queries.ts';
import { useStore } from '../../../lib/store.ts';
import { useReadings } from './reading/use-readings.ts';

type ImageBoxes = {
  /** What was read, where one wants to see it; null: not now. */
  boxes: readonly ReadBox[] | null;
  mark: Box | null;
  /** Absent where nothing was read. */
  toggle: (() => void) | undefined;
};

const sources = ['ocr'] as const;

/** The text that was read from a picture, as boxes over it, and the one that somebody came for. */
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
  /** How it lies can only be said once it is known how it was turned. */
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

/** Below the viewer, and so after it. */
export const FactCards = lazyPart(async () => (await import('./fact-cards.tsx')).FactCards);

const ImageViewer = lazyPart(
  async () => (await import('../../../components/viewers/image/image-viewer.tsx')).ImageViewer,
);
const ImageEditor = lazyPart(
  async () => (await import('../../../components/viewers/image/image-editor.tsx')).ImageEditor,
);

/** What the server can cut and turn; a picture that moves would lose its movement. */
const editable = ['jpg', 'png', 'webp', 'tiff', 'gif', 'heic', 'avif'];

type Props = {
  resource: ResourceDetailView;
  version: ResourceVersion;
  link: ViewerLink;
  shared: { url: string; downloadUrl: string; format: string; picture: string | null };
};

/** A picture, to look at or to change, and what the camera noted about it. */
export function ImagePane({ resource, version, link, shared }: Props) {
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
        <ImageViewer
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
