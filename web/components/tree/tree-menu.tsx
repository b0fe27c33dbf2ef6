import { Fragment } from 'react';
import type { IconName } from '../../lib/icon-name.ts';
import { MenuItem, MenuSeparator } from '../menu-item.tsx';
import { type Step, stepPlace, type TreeNode, type TreePlace } from './tree-model.ts';

/** An action on a node, in its menu or by its key while the node has the focus. */
export type TreeAction = {
  id: string;
  label: string;
  icon?: IconName;
  keys?: string;
  look?: 'danger';
  /** Draws a separator above the action. */
  separated?: boolean;
  run: () => void;
};

const stepKeys: Record<Step, string> = {
  up: 'Alt+ArrowUp',
  down: 'Alt+ArrowDown',
  in: 'Alt+ArrowRight',
  out: 'Alt+ArrowLeft',
};
const stepIcons = { up: 'arrowUp', down: 'arrowDown', in: 'chevronRight', out: 'chevronLeft' } as const;

/** Actions that move a node one step; impossible moves are left out. */
export function stepActions(
  nodes: readonly TreeNode[],
  id: string,
  labels: Record<Step, string>,
  onPlace: (to: TreePlace) => void,
): TreeAction[] {
  return (['up', 'down', 'in', 'out'] as const).flatMap((step): TreeAction[] => {
    const to = stepPlace(nodes, id, step);
    if (!to) return [];
    return [{ id: step, label: labels[step], icon: stepIcons[step], keys: stepKeys[step], run: () => onPlace(to) }];
  });
}

/** The same actions with a separator above the first. */
export function separated(actions: readonly TreeAction[]): TreeAction[] {
  return actions.map((action, at) => (at === 0 ? { ...action, separated: true } : action));
}

export function TreeActionItems({ actions }: { actions: readonly TreeAction[] }) {
  return actions.map(({ id, label, icon, keys, look, separated, run }) => (
    <Fragment key={id}>
      {separated && <MenuSeparator />}
      <MenuItem {...(icon && { icon })} {...(keys && { keys })} {...(look && { look })} onSelect={run}>
        {label}
      </MenuItem>
    </Fragment>
  ));
}
