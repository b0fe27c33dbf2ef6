import type { CSSProperties, ReactNode } from 'react';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import type { Dragged, Zone } from '../drag/drag-place.ts';
import { useDragRow } from '../drag/use-drag-row.ts';
import { Icon } from '../icon.tsx';
import type { TreeNode, TreeRow } from './tree.ts';

export const indent = 16;

type Props<Node extends TreeNode> = {
  kind: string;
  row: TreeRow<Node>;
  name: string;
  zones: (dragged: Dragged) => readonly Zone[];
  chosen: boolean;
  /** The one row that Tab leads to. */
  reachable: boolean;
  fixed: boolean;
  quiet?: boolean | undefined;
  /** In place of its content while somebody writes its name. */
  field?: ReactNode;
  onChoose: (node: Node) => void;
  onToggle: (id: string, open: boolean) => void;
  onMenu?: ((node: Node, anchor: HTMLElement) => void) | undefined;
  onRename?: ((node: Node) => void) | undefined;
  children: ReactNode;
};

export function TreeItem<Node extends TreeNode>(props: Props<Node>) {
  const { kind, row, name, zones, chosen, reachable, fixed, quiet, field, onChoose, onToggle, onMenu } = props;
  const { tree: words } = useTexts().drag;
  const { node, depth, children, open } = row;
  const drag = useDragRow({ kind, id: node.id, name, zones }, { fixed: fixed || field !== undefined });
  const drop = { '--drop-from': `${22 + depth * indent + (open ? indent : 0)}px` };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it has the keys
    <div
      ref={drag.ref}
      {...drag.handlers}
      {...drag.marks}
      role="treeitem"
      aria-level={depth + 1}
      aria-setsize={row.siblings}
      aria-posinset={row.position}
      aria-expanded={children > 0 ? open : undefined}
      aria-selected={chosen}
      tabIndex={reachable ? 0 : -1}
      data-node={node.id}
      data-quiet={quiet || undefined}
      className="tree-item drag-row"
      style={{ paddingLeft: 4 + depth * indent, ...(drop as CSSProperties) }}
      onClick={() => onChoose(node)}
      onDoubleClick={() => props.onRename?.(node)}
      onContextMenu={(event) => {
        if (!onMenu) return;
        event.preventDefault();
        onMenu(node, event.currentTarget);
      }}
    >
      <button
        type="button"
        tabIndex={-1}
        // For the pointer alone: the row itself says whether it is open, and its keys open it.
        aria-hidden="true"
        title={fillText(open ? words.collapse : words.expand, { name })}
        className="tree-toggle"
        disabled={children === 0}
        onClick={(event) => {
          event.stopPropagation();
          onToggle(node.id, !open);
        }}
      >
        {children > 0 && <Icon name={open ? 'chevronDown' : 'chevronRight'} size={14} />}
      </button>
      {field ?? props.children}
      {onMenu && field === undefined && (
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          title={fillText(words.actionsOf, { name })}
          className="tree-more"
          onClick={(event) => {
            event.stopPropagation();
            onMenu(node, event.currentTarget);
          }}
        >
          <Icon name="more" size={14} />
        </button>
      )}
    </div>
  );
}
