import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import type { DepartmentTree } from '@lectern/contract/features/department.ts';
import { isOffered, type RowTarget } from '../../../lib/actions.ts';
import { fillText, type Texts } from '../../../lib/i18n/use-texts.ts';
import type { IconName } from '../../../lib/icon-name.ts';
import { navigate } from '../../../lib/navigation.ts';
import { unitDialog } from '../unit-dialog.ts';
import { askBelow, departmentActions } from './department-list.tsx';
import { departmentSpec } from './department-spec.ts';
import { type Step, stepPlace, type TreeNode } from './department-tree.ts';
import type { DepartmentDeeds } from './use-department-deeds.ts';

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

export function createBelow(node: TreeNode, { department, organisation }: Texts): void {
  const title = fillText(department.createBelow, { name: node.name });
  if (node.department) askBelow(node.department, title);
  else {
    const values = { ...departmentSpec.noValues, collegeId: node.id };
    unitDialog.set({ kind: 'create', type: 'department', values, title: title || organisation.actions.below });
  }
}

/** Everything that can be done to a node of the tree; moves only where they lead somewhere. */
export function treeMenu(
  node: TreeNode,
  { tree, deeds, texts, me }: { tree: DepartmentTree; deeds: DepartmentDeeds; texts: Texts; me: CurrentUser },
): TreeDeed[] {
  const words = texts.organisation.actions;
  const below: TreeDeed = {
    id: 'below',
    label: words.below,
    icon: 'plus',
    keys: 'n',
    run: () => createBelow(node, texts),
  };
  const row = node.department;
  if (!row) return [below];
  const steps = (['up', 'down', 'in', 'out'] as const).flatMap((step): TreeDeed[] => {
    const place = stepPlace(tree, node.id, step);
    if (!place) return [];
    const run = () => void deeds.place(node.id, place);
    return [{ id: step, label: words[step], icon: stepIcons[step], keys: stepKeys[step], run }];
  });
  const target: RowTarget<typeof row> = { selection: { ids: [row.id] }, count: 1, row, done: () => undefined };
  const others = departmentActions.filter((action) => isOffered(action, target, me));
  return [
    {
      id: 'edit',
      label: words.edit,
      icon: 'edit',
      keys: 'e',
      run: () => navigate(`${departmentSpec.page}?below=${row.id}&id=${row.id}`),
    },
    below,
    ...steps.map((deed, at): TreeDeed => (at === 0 ? { ...deed, separated: true } : deed)),
    ...others.map(
      (action): TreeDeed => ({
        id: action.id,
        label: action.label(texts),
        ...(action.icon && { icon: action.icon }),
        ...(action.look === 'danger' && { look: 'danger' as const }),
        ...(action.separated && { separated: true as const }),
        ...(action.id.endsWith('.delete') && { keys: 'Delete' }),
        run: () => void action.run(target, { navigate, user: me }),
      }),
    ),
  ];
}
