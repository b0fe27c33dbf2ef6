import type { CSSProperties, HTMLAttributes, ReactNode } from 'react';
import { continued } from '../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import type { IconName } from '../../lib/icon-name.ts';
import type { RowData } from '../drag/use-drag-row.ts';
import { useDragRow } from '../drag/use-drag-row.ts';
import { Icon } from '../icon.tsx';
import type { TreeNode, TreeRow } from './tree-model.ts';

export const indent = 16;

type Props<Node extends TreeNode> = {
  row: TreeRow<Node>;
  drag: RowData;
  fixed: boolean;
  chosen: boolean;
  /** Whether Tab reaches this row (roving tabindex). */
  reachable: boolean;
  attributes?: HTMLAttributes<HTMLElement> | undefined;
  onChoose: (node: Node) => void;
  onToggle: (id: string, open: boolean) => void;
  onDoubleClick: () => void;
  onMenu?: ((anchor: HTMLElement) => void) | undefined;
  children: ReactNode;
};

export function TreeItem<Node extends TreeNode>(props: Props<Node>) {
  const { row, fixed, chosen, reachable, attributes, onChoose, onToggle, onDoubleClick, onMenu, children } = props;
  const { tree: words } = useTexts().drag;
  const { node, depth, open, siblings, position } = row;
  const { name } = props.drag;
  const drag = useDragRow(props.drag, { fixed });
  const drop = { '--drop-from': `${22 + depth * indent + (open ? indent : 0)}px` };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the surrounding tree handles the keys
    <div
      ref={drag.ref}
      {...drag.handlers}
      {...drag.marks}
      role="treeitem"
      aria-level={depth + 1}
      aria-setsize={siblings}
      aria-posinset={position}
      aria-expanded={open}
      aria-selected={chosen}
      tabIndex={reachable ? 0 : -1}
      data-node={node.id}
      className="tree-item drag-row"
      style={{ paddingLeft: 4 + depth * indent, ...(drop as CSSProperties) }}
      onClick={() => onChoose(node)}
      onDoubleClick={onDoubleClick}
      onContextMenu={(event) => {
        if (!onMenu) return;
        event.preventDefault();
        onMenu(event.currentTarget);
      }}
      {...attributes}
    >
      <button
        type="button"
        tabIndex={-1}
        // Pointer only: the row itself has `aria-expanded` and the keys to open it.
        aria-hidden="true"
        title={fillText(open ? words.collapse : words.expand, { name })}
        className="tree-toggle"
        disabled={open === undefined}
        onClick={(event) => {
          event.stopPropagation();
          onToggle(node.id, !open);
        }}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        {open !== undefined && <Icon name={open ? 'chevronDown' : 'chevronRight'} size={14} />}
      </button>
      {children}
      {onMenu && (
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          title={fillText(words.actionsOf, { name })}
          className="tree-more"
          onClick={(event) => {
            event.stopPropagation();
            onMenu(event.currentTarget);
          }}
        >
          <Icon name="more" size={14} />
        </button>
      )}
    </div>
  );
}

/** An icon after a node's name, with its label as tooltip and screen reader text. */
export function TreeSign({ icon, label, tone }: { icon: IconName; label: string; tone?: 'warning' }) {
  return (
    <span className="tree-sign" data-tone={tone} title={label}>
      <Icon name={icon} size={14} />
      <span className="visually-hidden">{continued(label)}</span>
    </span>
  );
}

/** The number at the end of a row, with a label for screen readers. */
export function TreeCount({ count, label }: { count: string; label: string }) {
  return (
    <span className="tree-count" title={label}>
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{continued(label)}</span>
    </span>
  );
}
