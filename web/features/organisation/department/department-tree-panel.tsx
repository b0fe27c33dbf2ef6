import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import { type DepartmentTree, exportDepartments } from '@lectern/contract/features/department.ts';
import { useMemo } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { Icon } from '../../../components/icon.tsx';
import { createOpenNodes, useOpenNodes } from '../../../components/tree/open-nodes.ts';
import { Tree } from '../../../components/tree/tree.tsx';
import { TreeCount, TreeSign } from '../../../components/tree/tree-item.tsx';
import { separated, stepActions, type TreeAction } from '../../../components/tree/tree-menu.tsx';
import type { TreePlace } from '../../../components/tree/tree-model.ts';
import { TreePanel } from '../../../components/tree/tree-panel.tsx';
import { isOffered, type RowTarget } from '../../../lib/actions.ts';
import { addressOf } from '../../../lib/callable.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { mayManage as mayManageUnits } from '../unit-actions.ts';
import { unitDialog } from '../unit-dialog.ts';
import { askBelow, departmentActions } from './department-list.tsx';
import { departmentSpec } from './department-spec.tsx';
import { departmentPlace, type UnitNode, unitNodes } from './department-tree.ts';
import { useDepartmentActions } from './use-department-actions.ts';
import './department-tree.css';
import { withNote } from '../../../lib/i18n/punctuation.ts';

const openUnits = createOpenNodes();

/** A CSV file that can be imported again unchanged. */
const exportHref = addressOf(exportDepartments, {
  query: { format: 'csv', columns: 'code,name,collegeCode,parentCode,headAccount,description' },
});

type Props = { tree: DepartmentTree; chosenId: string | null; onChoose: (node: UnitNode | null) => void };

/** Colleges and departments, with the number of people in each. */
export function DepartmentTreePanel({ tree, chosenId, onChoose }: Props) {
  const texts = useTexts();
  const { tree: words } = texts.department;
  const format = useFormat();
  const me = useCurrentUser();
  const actions = useDepartmentActions();
  const nodes = useMemo(() => unitNodes(tree), [tree]);
  const colleges = useMemo(() => tree.colleges.map(({ id }) => id), [tree]);
  const open = useOpenNodes(openUnits, colleges);
  const mayManage = mayManageUnits(me);
  const onPlace = (id: string, to: TreePlace) => {
    const place = departmentPlace(nodes, to);
    if (place) void actions.place(id, place);
  };
  const managed = mayManage && {
    actionsOf: (node: UnitNode) => departmentMenu(node, { nodes, onPlace, texts, me }),
    moves: {
      kind: 'department',
      isFixed: ({ type }: UnitNode) => type === 'college',
      allows: (_: UnitNode, to: TreePlace) => departmentPlace(nodes, to) !== null,
      onPlace,
    },
  };
  return (
    <TreePanel
      label={words.label}
      nodes={nodes}
      open={open}
      find={{ placeholder: words.find, none: words.foundNone, textOf: ({ name, code }) => `${name} ${code}` }}
      tools={
        <a
          className="icon-button"
          href={exportHref}
          download
          title={texts.department.exportTree}
          aria-label={texts.department.exportTree}
        >
          <Icon name="download" />
        </a>
      }
      above={
        <>
          <button
            type="button"
            className="department-tree-all"
            aria-pressed={chosenId === null}
            onClick={() => onChoose(null)}
          >
            {words.everything}
          </button>
          {nodes.length === 0 && (
            <p className="department-tree-none" role="status">
              {words.noColleges}
              <AppLink to="/app/system/subject">{words.toColleges}</AppLink>
            </p>
          )}
        </>
      }
      hint={mayManage && nodes.length > 0 && words.keysHint}
    >
      {(shown) => (
        <Tree<UnitNode>
          label={words.label}
          nodes={nodes}
          shown={shown}
          open={open}
          chosenId={chosenId}
          nameOf={({ name }) => name}
          onChoose={onChoose}
          attributesOf={({ type, disabled }) => ({
            'data-college': type === 'college' || undefined,
            'data-quiet': disabled || undefined,
          })}
          {...managed}
        >
          {({ node: { type, name, code, disabled, people } }) => (
            <>
              {type === 'college' && <Icon name="college" size={14} />}
              <span className="tree-name" title={withNote(name, code)}>
                {name}
              </span>
              {disabled && <TreeSign icon="ban" label={words.disabled} />}
              <TreeCount
                count={format.number(people)}
                label={fillText(words.people, { count: format.number(people) })}
              />
            </>
          )}
        </Tree>
      )}
    </TreePanel>
  );
}

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

/** Menu of a node; impossible moves are left out. */
function departmentMenu(node: UnitNode, { nodes, onPlace, texts, me }: Options): TreeAction[] {
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
    // Departments can't be moved to the top level, where the colleges are.
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
