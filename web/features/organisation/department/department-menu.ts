import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import { separated, stepActions, type TreeAction } from '../../../components/tree/tree-menu.tsx';
import type { TreePlace } from '../../../components/tree/tree-model.ts';
import { isOffered, type RowTarget } from '../../../lib/actions.ts';
import { fillText, type Texts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { unitDialog } from '../unit-dialog.ts';
import { askBelow, departmentActions } from './department-list.tsx';
import { departmentSpec } from './department-spec.ts';
import type { UnitNode } from './department-tree.ts';

type Options = {
  nodes: readonly UnitNode[];
  onPlace: (id: string, to: TreePlace) => void;
  texts: Texts;
  me: CurrentUser;
};

function createBelow(node: UnitNode, { department, organisation }: Texts): void {
  const title = fillText(department.createBelow, { name: node.name });
  if (node.department) askBelow(node.department, title);
  else {
    const values = { ...departmentSpec.noValues, collegeId: node.id };
    unitDialog.set({ kind: 'create', type: 'department', values, title: title || organisation.actions.below });
  }
}

/** Everything that can be done to a node of the tree; moves only where they lead somewhere. */
export function departmentMenu(node: UnitNode, { nodes, onPlace, texts, me }: Options): TreeAction[] {
  const words = texts.organisation.actions;
  const below: TreeAction = {
    id: 'below',
    label: words.below,
    icon: 'plus',
    keys: 'n',
    run: () => createBelow(node, texts),
  };
  const row = node.department;
  if (!row) return [below];
  const steps = stepActions(nodes, node.id, words, (to) => onPlace(node.id, to)).filter(
    // Beside the colleges stands no department.
    ({ id }) => id !== 'out' || row.parent !== null,
  );
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
    ...separated(steps),
    ...others.map(
      (action): TreeAction => ({
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
