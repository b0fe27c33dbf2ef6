import type { CatalogueNode } from '@lectern/contract/features/course-catalogue.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { ChapterItems } from '../chapter/chapter-items.tsx';
import type { useChapter } from '../chapter/use-chapter.ts';
import { chapterHref } from '../course-href.ts';

type Props = {
  node: CatalogueNode | null;
  chapter: ReturnType<typeof useChapter>;
  editable: boolean;
  onPreview: (id: string) => void;
};

/** What the chosen chapter holds. */
export function ChapterPane({ node, chapter, editable, onPreview }: Props) {
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
        <div className="catalogue-head-deeds">
          <Button size="small" icon="eye" onClick={() => onPreview(node.id)}>
            {words.preview}
          </Button>
          <AppLink className="button button-plain button-small" to={chapterHref(node.id)}>
            {words.openPage}
          </AppLink>
        </div>
      </div>
      <div className="catalogue-scroll">
        {chapter.error && (
          <ErrorPanel
            error={chapter.error}
            keepsOld={chapter.data !== undefined}
            retrying={chapter.isFetching}
            onRetry={() => void chapter.refetch()}
          />
        )}
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
