import type { ShelfItem } from '@lectern/contract/features/chapter.ts';
import type { CatalogueNode } from '@lectern/contract/features/course-catalogue.ts';
import { useMemo, useState } from 'react';
import { DragArea } from '../../../components/drag/drag-area.tsx';
import type { Dragged, DropPlace } from '../../../components/drag/drag-place.ts';
import { beforeIdOf } from '../../../components/drag/sort-list.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { createOpenNodes, setOpen } from '../../../components/tree/open-nodes.ts';
import { placeAt } from '../../../components/tree/tree.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { useChapter } from '../chapter/use-chapter.ts';
import { useItemDeeds } from '../chapter/use-item-deeds.ts';
import type { PreviewProps } from '../preview/preview-dialog.tsx';
import { Shelf } from '../shelf/shelf.tsx';
import { ChapterPane } from './chapter-pane.tsx';
import { ChapterTree } from './chapter-tree.tsx';
import { useCatalogue } from './use-catalogue.ts';
import { useCatalogueDeeds } from './use-catalogue-deeds.ts';
import './catalogue.css';

const PreviewDialog = lazyPart<PreviewProps>(async () => (await import('../preview/preview-dialog.tsx')).PreviewDialog);

type Props = { courseId: string; chosenId: string | null; onChoose: (id: string) => void };

/** Chapters on the left, what the chosen one holds in the middle, and the shelf that one takes from on the right. */
export function CatalogueTab({ courseId, chosenId, onChoose }: Props) {
  const catalogue = useCatalogue(courseId);
  if (catalogue.data)
    return (
      <>
        {catalogue.error && (
          <ErrorPanel
            error={catalogue.error}
            keepsOld
            retrying={catalogue.isFetching}
            onRetry={() => void catalogue.refetch()}
          />
        )}
        <CataloguePanes
          courseId={courseId}
          nodes={catalogue.data.chapters}
          editable={catalogue.data.mayEdit}
          chosenId={chosenId}
          onChoose={onChoose}
        />
      </>
    );
  if (catalogue.error)
    return (
      <ErrorPanel error={catalogue.error} retrying={catalogue.isFetching} onRetry={() => void catalogue.refetch()} />
    );
  return (
    <SkeletonRegion className="catalogue-panes">
      <Skeleton height={360} />
      <Skeleton height={360} />
      <Skeleton height={360} />
    </SkeletonRegion>
  );
}

type PanesProps = Props & { nodes: readonly CatalogueNode[]; editable: boolean };

function CataloguePanes({ courseId, nodes, editable, chosenId, onChoose }: PanesProps) {
  const [open] = useState(createOpenNodes);
  const usual = useMemo(() => nodes.map(({ id }) => id), [nodes]);
  const [previewId, setPreviewId] = useState<string | null>(null);
  const deeds = useCatalogueDeeds(courseId);
  const items = useItemDeeds();
  const chosen = nodes.find(({ id }) => id === chosenId) ?? nodes[0];
  const chapter = useChapter(chosen?.id ?? '', chosen !== undefined);
  const inside = useMemo(() => new Set(chapter.data?.items.map(({ resource }) => resource.id) ?? []), [chapter.data]);
  const add = (
    to: CatalogueNode | undefined,
    found: readonly { id: string; title: string }[],
    beforeId?: string | null,
  ) => to && void items.add({ id: to.id, title: to.title, courseId }, found, beforeId ?? null);

  const drop = (dragged: Dragged, place: DropPlace) => {
    const target = nodes.find(({ id }) => id === place.id);
    const what = [{ id: dragged.id, title: dragged.name }];
    if (dragged.kind === 'chapter') {
      const isOpen =
        (open.get() ?? new Set(usual)).has(place.id) && nodes.some(({ parentId }) => parentId === place.id);
      const to = placeAt(nodes, dragged.id, { ...place, open: isOpen });
      if (!to) return;
      if (place.zone === 'inside') setOpen(open, usual, [place.id], true);
      deeds.place(dragged.id, to);
    } else if (dragged.kind === 'shelf') {
      if (place.kind === 'chapter') add(target, what);
      else add(chosen, what, place.kind === 'item' ? place.id : null);
    } else if (place.kind === 'chapter' && target && target.id !== chosen?.id) {
      void deeds.moveItems([dragged.id], { chapterId: target.id, title: target.title });
    } else if (chapter.data) {
      const item = chapter.data.items.find(({ id }) => id === dragged.id);
      const beforeId = place.kind === 'item' ? beforeIdOf(chapter.data.items, place) : null;
      if (item && place.kind !== 'chapter') items.place({ ...chapter.data, courseId }, item, beforeId);
    }
  };
  return (
    <DragArea onDrop={drop}>
      <div className="catalogue-panes" data-read-only={!editable || undefined}>
        <ChapterTree
          nodes={nodes}
          open={open}
          usual={usual}
          chosenId={chosen?.id ?? null}
          editable={editable}
          deeds={deeds}
          onChoose={onChoose}
          onPreview={setPreviewId}
        />
        <ChapterPane node={chosen ?? null} chapter={chapter} editable={editable} onPreview={setPreviewId} />
        {editable && (
          <Shelf chapter={chosen ?? null} inside={inside} onAdd={(found: readonly ShelfItem[]) => add(chosen, found)} />
        )}
      </div>
      {previewId && <PreviewDialog chapterId={previewId} onClose={() => setPreviewId(null)} />}
    </DragArea>
  );
}
