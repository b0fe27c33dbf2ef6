import { Fragment } from 'react';
import type { IconName } from '../../lib/icon-name.ts';
import { FloatingPanel } from '../floating-panel.tsx';
import { MenuItem, MenuSeparator } from '../menu-item.tsx';
import { type Step, stepPlace, type TreeNode, type TreePlace } from './tree.ts';

/** Something that can be done to one of a tree. */
export type TreeDeed = {
  id: string;
  label: string;
  icon?: IconName;
  keys?: string;
  look?: 'danger';
  /** Begins another group. */
  separated?: true;
  run: () => void;
};

const stepKeys: Record<Step, string> = {
  up: 'Alt+ArrowUp',
  down: 'Alt+ArrowDown',
  in: 'Alt+ArrowRight',
  out: 'Alt+ArrowLeft',
};
const stepIcons = { up: 'arrowUp', down: 'arrowDown', in: 'chevronRight', out: 'chevronLeft' } as const;

/** Moves by one step, only where they lead somewhere. */
export function stepDeeds(
  nodes: readonly TreeNode[],
  id: string,
  words: Record<Step, string>,
  place: (to: TreePlace) => void,
): TreeDeed[] {
  return (['up', 'down', 'in', 'out'] as const).flatMap((step): TreeDeed[] => {
    const to = stepPlace(nodes, id, step);
    if (!to) return [];
    return [{ id: step, label: words[step], icon: stepIcons[step], keys: stepKeys[step], run: () => place(to) }];
  });
}

export function TreeDeedItems({ deeds }: { deeds: readonly TreeDeed[] }) {
  return deeds.map(({ id, label, icon, keys, look, separated, run }) => (
    <Fragment key={id}>
      {separated && <MenuSeparator />}
      <MenuItem {...(icon && { icon })} {...(keys && { keys })} {...(look && { look })} onSelect={run}>
        {label}
      </MenuItem>
    </Fragment>
  ));
}

type Props = { anchor: HTMLElement; label: string; deeds: readonly TreeDeed[]; onClose: () => void };

/** One menu for all rows, at the one that was asked. */
export function TreeMenu({ anchor, label, deeds, onClose }: Props) {
  return (
    <FloatingPanel anchor={anchor} label={label} role="menu" onClose={onClose}>
      <TreeDeedItems deeds={deeds} />
    </FloatingPanel>
  );
}
