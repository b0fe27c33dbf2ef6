import type { ShelfItem } from '@lectern/contract/features/chapter.ts';
import { useDragRow } from '../../../components/drag/use-drag-row.ts';
import { IconButton } from '../../../components/icon-button.tsx';
import { lengthWords } from '../../../components/resource/list/length-words.ts';
import { Thumbnail } from '../../../components/resource/thumbnail.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';

type Props = {
  item: ShelfItem;
  inside: boolean;
  chosen: boolean;
  onToggle: () => void;
  onAdd: () => void;
};

const nowhere = () => [];

export function ShelfRow({ item, inside, chosen, onToggle, onAdd }: Props) {
  const texts = useTexts();
  const words = texts.chapter.shelf;
  const format = useFormat();
  const drag = useDragRow({ kind: 'shelf', id: item.id, name: item.title, zones: nowhere }, { fixed: inside });
  const title = { title: item.title };
  const used = item.usedIn.map(({ number }) => number).join(', ');
  const facts = [
    texts.resource.kinds[item.kind],
    lengthWords(item, { texts, format }),
    item.state !== 'published' && texts.resource.states[item.state],
    used && fillText(words.usedIn, { numbers: used }),
  ];
  return (
    <li
      ref={drag.ref}
      {...drag.handlers}
      {...drag.marks}
      className="shelf-row drag-row"
      data-shelf={item.id}
      data-inside={inside || undefined}
    >
      <label className="shelf-label">
        <input
          type="checkbox"
          className="grid-checkbox"
          aria-label={fillText(inside ? words.isInside : words.choose, title)}
          disabled={inside}
          checked={chosen}
          onChange={onToggle}
        />
        <Thumbnail resource={item} />
        <span className="shelf-text">
          <span className="shelf-title" title={item.title}>
            {item.title}
          </span>
          <span
            className="shelf-facts"
            title={item.usedIn.map(({ number, title: of }) => `${number} ${of}`).join('\n')}
          >
            {facts.filter(Boolean).join(' · ')}
          </span>
        </span>
      </label>
      {inside ? (
        <span className="shelf-inside">{words.inside}</span>
      ) : (
        <IconButton icon="plus" label={fillText(words.add, title)} onClick={onAdd} />
      )}
    </li>
  );
}
