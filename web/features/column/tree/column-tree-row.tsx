import type { ColumnNode } from '@lectern/contract/features/column.ts';
import type { CSSProperties } from 'react';
import type { Dragged, Zone } from '../../../components/drag/drag-place.ts';
import { useDragRow } from '../../../components/drag/use-drag-row.ts';
import { Icon } from '../../../components/icon.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { placeAt, type TreeRow } from './column-tree.ts';
import '../../../components/visually-hidden.css';

type Props = {
  row: TreeRow;
  columns: readonly ColumnNode[];
  chosen: boolean;
  /** The one row that Tab leads to. */
  reachable: boolean;
  mayManage: boolean;
  onChoose: (id: string) => void;
  onToggle: (id: string, open: boolean) => void;
  onMenu: (column: ColumnNode, anchor: HTMLElement) => void;
};

const indent = 16;

export function ColumnTreeRow({ row, columns, chosen, reachable, mayManage, onChoose, onToggle, onMenu }: Props) {
  const { column: words } = useTexts();
  const format = useFormat();
  const { column, depth, children, open, hiddenAbove } = row;
  const siblings = columns.filter((one) => one.parentId === column.parentId);
  const zones = ({ id }: Dragged): Zone[] =>
    placeAt(columns, id, { id: column.id, zone: 'inside', open }) ? ['before', 'inside', 'after'] : [];
  const drag = useDragRow({ kind: 'column', id: column.id, name: column.name, zones }, { fixed: !mayManage });
  const counts = fillText(words.counts, { shown: format.number(column.shown), held: format.number(column.held) });
  const hiddenWord = column.visible ? (hiddenAbove ? words.hiddenAbove : null) : words.hidden;
  const drop = { '--drop-from': `${22 + depth * indent + (open ? indent : 0)}px` };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it has the keys
    <div
      ref={drag.ref}
      {...drag.handlers}
      {...drag.marks}
      role="treeitem"
      aria-level={depth + 1}
      aria-setsize={siblings.length}
      aria-posinset={siblings.indexOf(column) + 1}
      aria-expanded={children > 0 ? open : undefined}
      aria-selected={chosen}
      tabIndex={reachable ? 0 : -1}
      data-column={column.id}
      data-quiet={hiddenWord ? true : undefined}
      className="column-tree-row drag-row"
      style={{ paddingLeft: 4 + depth * indent, ...(drop as CSSProperties) }}
      onClick={() => onChoose(column.id)}
      onContextMenu={(event) => {
        if (!mayManage) return;
        event.preventDefault();
        onMenu(column, event.currentTarget);
      }}
    >
      <button
        type="button"
        tabIndex={-1}
        // For the pointer alone: the row itself says whether it is open, and its keys open it.
        aria-hidden="true"
        title={fillText(open ? words.collapse : words.expand, { name: column.name })}
        className="column-tree-toggle"
        disabled={children === 0}
        onClick={(event) => {
          event.stopPropagation();
          onToggle(column.id, !open);
        }}
      >
        {children > 0 && <Icon name={open ? 'chevronDown' : 'chevronRight'} size={14} />}
      </button>
      <span className="column-tree-name">{column.name}</span>
      {column.mode === 'rule' && (
        <span className="column-tree-sign" title={words.byRule}>
          <Icon name="filter" size={13} />
          <span className="visually-hidden">, {words.byRule}</span>
        </span>
      )}
      {hiddenWord && (
        <span className="column-tree-sign" title={hiddenWord}>
          <Icon name="eyeOff" size={14} />
          <span className="visually-hidden">, {hiddenWord}</span>
        </span>
      )}
      <span className="column-tree-count" title={counts}>
        <span aria-hidden="true">{format.number(column.shown)}</span>
        <span className="visually-hidden">, {counts}</span>
      </span>
      {mayManage && (
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          title={fillText(words.actionsOf, { name: column.name })}
          className="column-tree-more"
          onClick={(event) => {
            event.stopPropagation();
            onMenu(column, event.currentTarget);
          }}
        >
          <Icon name="more" size={14} />
        </button>
      )}
    </div>
  );
}
