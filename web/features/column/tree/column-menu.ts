import type { ColumnNode } from '@lectern/contract/features/column.ts';
import type { Texts } from '../../../lib/i18n/use-texts.ts';
import type { IconName } from '../../../lib/icon-name.ts';
import { askColumn } from '../column-dialog.ts';
import type { ColumnDeeds } from '../use-column-deeds.ts';
import { type Step, stepPlace } from './column-tree.ts';

export type ColumnDeed = {
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

/** Everything that can be done to a column, for its menus; moves only where they lead somewhere. */
export function columnMenu(
  column: ColumnNode,
  columns: readonly ColumnNode[],
  deeds: ColumnDeeds,
  { column: texts }: Texts,
): ColumnDeed[] {
  const words = texts.deeds;
  const steps = (['up', 'down', 'in', 'out'] as const).flatMap((step): ColumnDeed[] => {
    const place = stepPlace(columns, column.id, step);
    if (!place) return [];
    const run = () => void deeds.place(column.id, place);
    return [{ id: step, label: words[step], icon: stepIcons[step], keys: stepKeys[step], run }];
  });
  const [first, ...others] = [
    ...steps,
    { id: 'move', label: words.move, icon: 'moveTo' as const, run: () => askColumn({ kind: 'move', column }) },
  ];
  return [
    {
      id: 'below',
      label: words.below,
      icon: 'plus',
      keys: 'n',
      run: () => askColumn({ kind: 'create', parent: column }),
    },
    {
      id: 'show',
      label: column.visible ? words.hide : words.show,
      icon: column.visible ? 'eyeOff' : 'eye',
      run: () => void deeds.show(column, !column.visible),
    },
    ...(first ? [{ ...first, separated: true as const }, ...others] : []),
    {
      id: 'merge',
      label: words.merge,
      icon: 'convert',
      separated: true,
      run: () => askColumn({ kind: 'merge', column }),
    },
    {
      id: 'delete',
      label: words.delete,
      icon: 'trash',
      keys: 'Delete',
      look: 'danger',
      run: () => askColumn({ kind: 'delete', column }),
    },
  ];
}
