import type { ColumnNode } from '@lectern/contract/features/column.ts';
import { separated, stepActions, type TreeAction } from '../../../components/tree/tree-menu.tsx';
import type { Texts } from '../../../lib/i18n/use-texts.ts';
import { askColumn } from '../column-dialog.ts';
import type { ColumnDeeds } from '../use-column-deeds.ts';

/** Everything that can be done to a column, for its menus; moves only where they lead somewhere. */
export function columnMenu(
  column: ColumnNode,
  columns: readonly ColumnNode[],
  deeds: ColumnDeeds,
  { column: texts }: Texts,
): TreeAction[] {
  const words = texts.deeds;
  const moves: TreeAction[] = [
    ...stepActions(columns, column.id, words, (to) => void deeds.place(column.id, to)),
    { id: 'move', label: words.move, icon: 'moveTo', run: () => askColumn({ kind: 'move', column }) },
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
    ...separated(moves),
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
