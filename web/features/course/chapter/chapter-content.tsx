import type { ChapterView } from '@lectern/contract/features/chapter.ts';
import { useMemo } from 'react';
import { DragArea } from '../../../components/drag/drag-area.tsx';
import { beforeIdOf } from '../../../components/drag/sort-list.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { Shelf } from '../shelf/shelf.tsx';
import { ChapterFields } from './chapter-fields.tsx';
import { ChapterItems } from './chapter-items.tsx';
import type { ChapterEdit } from './use-chapter-edit.ts';
import { useItemDeeds } from './use-item-deeds.ts';

type Props = { chapter: ChapterView; edit: ChapterEdit };

/** What a chapter says and holds on the left, the shelf that it is filled from on the right. */
export function ChapterContent({ chapter, edit }: Props) {
  const { chapter: words } = useTexts();
  const items = useItemDeeds();
  const { editable } = edit;
  const place = { id: chapter.id, title: chapter.title, courseId: chapter.course.id };
  const inside = useMemo(() => new Set(chapter.items.map(({ resource }) => resource.id)), [chapter.items]);
  return (
    <DragArea
      onDrop={(dragged, to) => {
        const item = chapter.items.find(({ id }) => id === dragged.id);
        if (dragged.kind === 'shelf') {
          const beforeId = to.kind === 'item' ? to.id : null;
          void items.add(place, [{ id: dragged.id, title: dragged.name }], beforeId);
        } else if (item) items.place(place, item, to.kind === 'item' ? beforeIdOf(chapter.items, to) : null);
      }}
    >
      <div className="chapter-columns" data-read-only={!editable || undefined}>
        <div className="chapter-main">
          <ChapterFields chapter={chapter} edit={edit} />
          <section className="course-panel" aria-label={words.resources}>
            <div className="chapter-list-head">
              <h2>{words.resources}</h2>
              {editable && <small>{words.items.keysHint}</small>}
            </div>
            <ChapterItems chapter={chapter} editable={editable} />
          </section>
        </div>
        {editable && <Shelf chapter={chapter} inside={inside} onAdd={(found) => void items.add(place, found)} />}
      </div>
    </DragArea>
  );
}
