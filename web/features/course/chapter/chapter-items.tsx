import type { ChapterView } from '@lectern/contract/features/chapter.ts';
import type { ChapterItem } from '@lectern/contract/features/chapter-item.ts';
import { useState } from 'react';
import { SortList } from '../../../components/drag/sort-list.tsx';
import { useDragRow } from '../../../components/drag/use-drag-row.ts';
import { Icon } from '../../../components/icon.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { ChapterItemRow } from './chapter-item-row.tsx';
import type { ItemDialogProps } from './item-dialog.tsx';
import { useItemActions } from './use-item-actions.ts';
import './chapter-items.css';

/** Loaded on demand, because it includes the player. */
const ItemDialog = lazyPart<ItemDialogProps>(async () => (await import('./item-dialog.tsx')).ItemDialog);

type Props = { chapter: ChapterView; editable: boolean };

/** Resources of a chapter, reordered by dragging or with Alt and the arrow keys. Must be inside a drag area. */
export function ChapterItems({ chapter, editable }: Props) {
  const { chapter: texts } = useTexts();
  const words = texts.items;
  const actions = useItemActions();
  const [openId, setOpenId] = useState<string | null>(null);
  const place = { id: chapter.id, title: chapter.title, courseId: chapter.course.id };
  const opened = chapter.items.find(({ id }) => id === openId);
  const keys: Record<string, (item: ChapterItem) => void> | undefined = editable
    ? {
        delete: (item) => actions.remove(place, [item]),
        r: (item) => void actions.edit(place, item, { required: !item.required }),
        e: (item) => setOpenId(item.id),
      }
    : undefined;
  return (
    <>
      <SortList
        label={fillText(words.label, { title: chapter.title })}
        kind="item"
        rows={chapter.items}
        nameOf={({ resource }) => resource.title}
        takes={({ kind }) => kind === 'shelf' && editable}
        onPlace={editable ? (item, beforeId) => actions.place(place, item, beforeId) : undefined}
        keys={keys}
      >
        {(item) => (
          <ChapterItemRow
            item={item}
            editable={editable}
            onRequired={() => void actions.edit(place, item, { required: !item.required })}
            onOpen={() => setOpenId(item.id)}
            onRemove={() => actions.remove(place, [item])}
          />
        )}
      </SortList>
      {editable && <DropHere chapterId={chapter.id} empty={chapter.items.length === 0} />}
      {!editable && chapter.items.length === 0 && <p className="chapter-items-none">{words.none}</p>}
      {opened && (
        <ItemDialog
          key={opened.id}
          item={opened}
          editable={editable}
          onSave={(edit) => actions.edit(place, opened, edit).then((done) => done && setOpenId(null))}
          onClose={() => setOpenId(null)}
        />
      )}
    </>
  );
}

/** Drop target at the end of the chapter, for resources from the shelf. */
function DropHere({ chapterId, empty }: { chapterId: string; empty: boolean }) {
  const { items: words } = useTexts().chapter;
  const drag = useDragRow(
    {
      kind: 'chapterEnd',
      id: chapterId,
      name: words.drop,
      zones: ({ kind }) => (kind === 'shelf' || kind === 'item' ? ['inside'] : []),
    },
    { fixed: true },
  );
  return (
    <div ref={drag.ref} {...drag.marks} className="drag-row chapter-drop" data-empty={empty || undefined}>
      <Icon name="plus" />
      <span>{empty ? words.dropFirst : words.drop}</span>
    </div>
  );
}
