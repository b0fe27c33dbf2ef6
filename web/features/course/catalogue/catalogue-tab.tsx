import type { ShelfItem } from '@lectern/contract/features/chapter.ts';
import type { CatalogueNode } from '@lectern/contract/features/course-catalogue.ts';
import { useMemo, useState } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { Button } from '../../../components/button.tsx';
import { DragArea } from '../../../components/drag/drag-area.tsx';
import { beforeIdOf } from '../../../components/drag/sort-list.tsx';
import type { Dragged, DropPlace } from '../../../components/drag/use-drag-row.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { QueryError } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { createOpenNodes, useOpenNodes } from '../../../components/tree/open-nodes.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { ChapterItems } from '../chapter/chapter-items.tsx';
import { useChapter } from '../chapter/use-chapter-edit.ts';
import { useItemActions } from '../chapter/use-item-actions.ts';
import { chapterHref } from '../course-href.ts';
import type { PreviewProps } from '../dialogs/preview-dialog.tsx';
import { ChapterTree } from './chapter-tree.tsx';
import { Shelf } from './resource-picker.tsx';
import { useCatalogue } from './use-catalogue.ts';
import { useCatalogueActions } from './use-catalogue-actions.ts';
import './catalogue.css';

const PreviewDialog = lazyPart<PreviewProps>(async () => (await import('../dialogs/preview-dialog.tsx')).PreviewDialog);

type Props = { courseId: string; chosenId: string | null; onChoose: (id: string) => void };

/** Chapters on the left, the selected chapter's resources in the middle, and resources to add on the right. */
export function CatalogueTab({ courseId, chosenId, onChoose }: Props) {
  const catalogue = useCatalogue(courseId);
  if (catalogue.data)
    return (
      <>
        {catalogue.error && <QueryError query={catalogue} keepsOld />}
        <CataloguePanes
          courseId={courseId}
          nodes={catalogue.data.chapters}
          editable={catalogue.data.mayEdit}
          chosenId={chosenId}
          onChoose={onChoose}
        />
      </>
    );
  if (catalogue.error) return <QueryError query={catalogue} />;
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
  const [openNodes] = useState(createOpenNodes);
  // Catalogues are short, so all chapters start open.
  const all = useMemo(() => nodes.map(({ id }) => id), [nodes]);
  const open = useOpenNodes(openNodes, all);
  const [previewId, setPreviewId] = useState<string | null>(null);
  const actions = useCatalogueActions(courseId);
  const items = useItemActions();
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
    if (dragged.kind === 'shelf') {
      if (place.kind === 'chapter') add(target, what);
      else add(chosen, what, place.kind === 'item' ? place.id : null);
    } else if (place.kind === 'chapter' && target && target.id !== chosen?.id) {
      void actions.moveItems([dragged.id], { chapterId: target.id, title: target.title });
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
          chosenId={chosen?.id ?? null}
          editable={editable}
          actions={actions}
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

type ChapterPaneProps = {
  node: CatalogueNode | null;
  chapter: ReturnType<typeof useChapter>;
  editable: boolean;
  onPreview: (id: string) => void;
};

/** Resources of the selected chapter. */
function ChapterPane({ node, chapter, editable, onPreview }: ChapterPaneProps) {
  const { chapter: words } = useTexts();
  if (!node)
    return (
      <div className="drag-panel catalogue-chapter">
        <EmptyState icon="list" title={words.noneChosen}>
          {words.noneChosenText}
        </EmptyState>
      </div>
    );
  return (
    <section className="drag-panel catalogue-chapter" aria-label={node.title}>
      <div className="catalogue-head">
        <strong title={node.title}>
          <span className="chapter-number">{node.number}</span> {node.title}
        </strong>
        <div className="catalogue-head-actions">
          <Button size="small" icon="eye" onClick={() => onPreview(node.id)}>
            {words.preview}
          </Button>
          <AppLink className="button button-plain button-small" to={chapterHref(node.id)}>
            {words.openPage}
          </AppLink>
        </div>
      </div>
      <div className="catalogue-scroll">
        {chapter.error && <QueryError query={chapter} keepsOld={chapter.data !== undefined} />}
        {chapter.data ? (
          <ChapterItems key={chapter.data.id} chapter={chapter.data} editable={editable} />
        ) : (
          !chapter.error && (
            <SkeletonRegion className="shelf-waiting">
              {['78%', '62%', '84%', '56%'].map((width) => (
                <Skeleton key={width} width={width} height={30} />
              ))}
            </SkeletonRegion>
          )
        )}
      </div>
    </section>
  );
}
