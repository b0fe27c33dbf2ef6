import type { ReactNode } from 'react';
import './tag-chips.css';

export type TagName = { id: string; name: string };

/** A plain function, because every row of a list calls it. */
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
