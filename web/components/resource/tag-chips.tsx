import type { ReactNode } from 'react';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import './tag-chips.css';

export type TagName = { id: string; name: string };

/** Tags as small chips; where `onPick` is given, each narrows the list to its own. */
export function TagChips({ tags, onPick }: { tags: readonly TagName[]; onPick?: (tag: TagName) => void }): ReactNode {
  const { list } = useTexts();
  return <span className="tag-chips">{tags.map((tag) => tagChip(tag, onPick, list.filterBy))}</span>;
}

/** One chip. A plain function, because every row of a list calls it. */
export function tagChip(tag: TagName, onPick: ((tag: TagName) => void) | undefined, filterBy: string): ReactNode {
  if (!onPick)
    return (
      <span key={tag.id} className="tag-chip">
        {tag.name}
      </span>
    );
  return (
    <button
      key={tag.id}
      type="button"
      tabIndex={-1}
      className="tag-chip tag-chip-button"
      title={filterBy.replace('{value}', () => tag.name)}
      onClick={() => onPick(tag)}
    >
      {tag.name}
    </button>
  );
}
