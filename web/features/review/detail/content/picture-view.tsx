import { getReading } from '@lectern/contract/features/reading.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../../components/button.tsx';
import { turnBack } from '../../../../components/viewers/turn-back.ts';
import type { ViewerLink } from '../../../../components/viewers/viewer-link.ts';
import { useTexts } from '../../../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../../../lib/lazy-part.tsx';
import { queryOf } from '../../../../lib/queries.ts';
import { useStore } from '../../../../lib/store.ts';

const ImageViewer = lazyPart(
  async () => (await import('../../../../components/viewers/image/image-viewer.tsx')).ImageViewer,
);

export type Veil = { on: boolean; busy: boolean; onReveal: () => void };
type Props = {
  resource: ResourceDetailView;
  link: ViewerLink;
  shared: { url: string; downloadUrl: string; format: string; picture: string | null };
  veil: Veil;
};

/** A picture with the box of its match, blurred until the user reveals it. */
export function PictureView({ resource, link, shared, veil }: Props) {
  const { content } = useTexts().review;
  const mark = useStore(link.mark);
  // The box refers to the picture as OCR read it, which may have been rotated.
  const read = useQuery({
    ...queryOf(
      getReading,
      { params: { id: resource.id, source: 'ocr' }, query: { from: 1, size: 1 } },
      { quiet: true },
    ),
    enabled: mark !== null,
  });
  const rotation = read.data?.parts[0]?.rotation ?? null;
  const box = mark && !read.isLoading ? turnBack(mark.box, rotation) : null;
  return (
    <div className={veil.on ? 'review-picture review-veiled' : 'review-picture'}>
      <ImageViewer
        key={resource.current.id}
        {...shared}
        alt={veil.on ? content.veiledAlt : resource.altText || resource.title}
        mark={box}
      />
      {veil.on && (
        <div className="review-veil">
          <strong>{content.veiled}</strong>
          <span>{content.veiledText}</span>
          <Button icon="eye" busy={veil.busy} onClick={veil.onReveal}>
            {content.reveal}
          </Button>
        </div>
      )}
    </div>
  );
}
