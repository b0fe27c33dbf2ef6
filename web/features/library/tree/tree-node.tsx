import type { HTMLAttributes } from 'react';
import { Icon } from '../../../components/icon.tsx';
import { countWords } from '../../../components/list-page/count-words.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import type { IconName } from '../../../lib/icon-name.ts';
import type { TreeEntry } from './tree-entries.ts';

type Props = {
  entry: TreeEntry;
  chosen: boolean;
  /** The one that Tab reaches. */
  reachable: boolean;
  over: boolean;
  drag: HTMLAttributes<HTMLElement>;
  onChoose: () => void;
  onToggle: () => void;
  onMenu: ((anchor: HTMLElement) => void) | undefined;
};

export function TreeNode({ entry, chosen, reachable, over, drag, onChoose, onToggle, onMenu }: Props) {
  const { library: texts } = useTexts();
  const format = useFormat();
  const { name, depth, expanded, count } = entry;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it hears all keys
    <div
      role="treeitem"
      tabIndex={reachable ? 0 : -1}
      data-key={entry.key}
      aria-level={depth + 1}
      aria-selected={chosen}
      aria-expanded={expanded}
      className={over ? 'tree-node tree-node-over' : 'tree-node'}
      style={{ paddingLeft: 6 + depth * 16 }}
      onClick={onChoose}
      onDoubleClick={onToggle}
      onContextMenu={(event) => {
        if (!onMenu) return;
        event.preventDefault();
        onMenu(event.currentTarget);
      }}
      {...drag}
    >
      <span
        className="tree-fold"
        aria-hidden="true"
        onClick={(event) => {
          if (expanded === undefined) return;
          event.stopPropagation();
          onToggle();
        }}
      >
        {expanded !== undefined && <Icon name={expanded ? 'chevronDown' : 'chevronRight'} size={14} />}
      </span>
      <Icon name={iconOf(entry, chosen)} size={15} />
      <span className="tree-name" title={name}>
        {name}
      </span>
      {count !== null && count.value > 0 && <span className="tree-count">{countWords(count, format)}</span>}
      {onMenu && (
        <button
          type="button"
          tabIndex={-1}
          className="icon-button tree-more"
          aria-label={fillText(texts.actionsOf, { name })}
          aria-haspopup="menu"
          onClick={(event) => {
            event.stopPropagation();
            onMenu(event.currentTarget);
          }}
        >
          <Icon name="more" />
        </button>
      )}
    </div>
  );
}

function iconOf({ library, folder }: TreeEntry, chosen: boolean): IconName {
  if (folder) return chosen ? 'folderFilled' : 'folder';
  if (!library) return 'list';
  const kinds = { school: 'book', college: 'college', personal: 'person' } as const;
  return kinds[library.kind];
}
