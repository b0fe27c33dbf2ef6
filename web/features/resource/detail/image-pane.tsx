import type { ResourceDetailView, ResourceVersion } from '@lectern/contract/features/resource.ts';
import { editImage } from '@lectern/contract/features/resource-detail.ts';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import type { ImageEdits } from '../../../components/viewers/image/image-editor.tsx';
import { ViewerButton } from '../../../components/viewers/viewer-icon.tsx';
import type { ViewerLink } from '../../../components/viewers/viewer-link.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { FactCards } from './lazy-fact-cards.ts';
import { useImageBoxes } from './reading/use-image-boxes.ts';

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
