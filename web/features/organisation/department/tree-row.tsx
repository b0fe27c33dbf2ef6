import type { DepartmentTree } from '@lectern/contract/features/department.ts';
import type { CSSProperties } from 'react';
import type { Dragged, Zone } from '../../../components/drag/drag-place.ts';
import { useDragRow } from '../../../components/drag/use-drag-row.ts';
import { Icon } from '../../../components/icon.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { placeAt, type TreeNode, type TreeRow } from './department-tree.ts';
import '../../../components/visually-hidden.css';

type Props = {
  row: TreeRow;
  tree: DepartmentTree;
  chosen: boolean;
  /** The one row that Tab leads to. */
  reachable: boolean;
  mayManage: boolean;
  onChoose: (node: TreeNode) => void;
  onToggle: (id: string, open: boolean) => void;
  onMenu: (node: TreeNode, anchor: HTMLElement) => void;
};

const indent = 16;

export function DepartmentTreeRow({ row, tree, chosen, reachable, mayManage, onChoose, onToggle, onMenu }: Props) {
  const { tree: words } = useTexts().department;
  const format = useFormat();
  const { node, depth, children, open, at, of } = row;
  const isCollege = node.type === 'college';
  const zones = ({ id }: Dragged): Zone[] => {
    if (!placeAt(tree, id, { id: node.id, zone: 'inside', open })) return [];
    return isCollege ? ['inside'] : ['before', 'inside', 'after'];
  };
  const drag = useDragRow(
    { kind: 'department', id: node.id, name: node.name, zones },
    { fixed: !mayManage || isCollege },
  );
  const people = fillText(words.people, { count: format.number(node.people) });
  const drop = { '--drop-from': `${22 + depth * indent + (open ? indent : 0)}px` };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it has the keys
    <div
      ref={drag.ref}
      {...drag.handlers}
      {...drag.marks}
      role="treeitem"
      aria-level={depth + 1}
      aria-setsize={of}
      aria-posinset={at}
      aria-expanded={children > 0 ? open : undefined}
      aria-selected={chosen}
      tabIndex={reachable ? 0 : -1}
      data-node={node.id}
      data-college={isCollege || undefined}
      data-quiet={node.disabled || undefined}
      className="department-tree-row drag-row"
      style={{ paddingLeft: 4 + depth * indent, ...(drop as CSSProperties) }}
      onClick={() => onChoose(node)}
      onContextMenu={(event) => {
        if (!mayManage) return;
        event.preventDefault();
        onMenu(node, event.currentTarget);
      }}
    >
      <button
        type="button"
        tabIndex={-1}
        // For the pointer alone: the row itself says whether it is open, and its keys open it.
        aria-hidden="true"
        title={fillText(open ? words.collapse : words.expand, { name: node.name })}
        className="department-tree-toggle"
        disabled={children === 0}
        onClick={(event) => {
          event.stopPropagation();
          onToggle(node.id, !open);
        }}
      >
        {children > 0 && <Icon name={open ? 'chevronDown' : 'chevronRight'} size={14} />}
      </button>
      {isCollege && <Icon name="college" size={14} />}
      <span className="department-tree-name" title={`${node.name} (${node.code})`}>
        {node.name}
      </span>
      {node.disabled && (
        <span className="department-tree-sign" title={words.disabled}>
          <Icon name="ban" size={13} />
          <span className="visually-hidden">, {words.disabled}</span>
        </span>
      )}
      <span className="department-tree-count" title={people}>
        <span aria-hidden="true">{format.number(node.people)}</span>
        <span className="visually-hidden">, {people}</span>
      </span>
      {mayManage && (
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          title={fillText(words.actionsOf, { name: node.name })}
          className="department-tree-more"
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
