import type { DepartmentRow, DepartmentTree } from '@lectern/contract/features/department.ts';

/** Where a department stands: directly in a college or below another one. */
export type DepartmentPlace = { collegeId: string; parentId: string | null };
export type OrderedPlace = DepartmentPlace & { beforeId: string | null };
export type Step = 'up' | 'down' | 'in' | 'out';

/** Colleges and departments are nodes of one tree; only departments can be moved. */
export type TreeNode = {
  id: string;
  type: 'college' | 'department';
  name: string;
  code: string;
  collegeId: string;
  /** What it is drawn below; null: it is a college. */
  aboveId: string | null;
  disabled: boolean;
  people: number;
  department?: DepartmentRow;
};
export type TreeRow = { node: TreeNode; depth: number; children: number; open: boolean; at: number; of: number };

export function nodesOf({ colleges, departments }: DepartmentTree): TreeNode[] {
  const sums = new Map<string, number>();
  for (const { college, people } of departments) sums.set(college.id, (sums.get(college.id) ?? 0) + people);
  return [
    ...colleges.map(
      ({ id, name, code, disabled }): TreeNode => ({
        id,
        type: 'college',
        name,
        code,
        collegeId: id,
        aboveId: null,
        disabled,
        people: sums.get(id) ?? 0,
      }),
    ),
    ...departments.map(
      (department): TreeNode => ({
        id: department.id,
        type: 'department',
        name: department.name,
        code: department.code,
        collegeId: department.college.id,
        aboveId: department.parent?.id ?? department.college.id,
        disabled: department.disabled,
        people: department.people,
        department,
      }),
    ),
  ];
}

const byAbove = (nodes: readonly TreeNode[]) => Map.groupBy(nodes, ({ aboveId }) => aboveId);

/** The tree as it is read: each above what is below it. Of closed ones only themselves. */
export function treeRows(tree: DepartmentTree, isOpen: (id: string) => boolean, text = ''): TreeRow[] {
  const nodes = found(nodesOf(tree), text);
  const below = byAbove(nodes);
  const walk = (above: string | null, depth: number): TreeRow[] =>
    (below.get(above) ?? []).flatMap((node, at, siblings) => {
      const children = below.get(node.id)?.length ?? 0;
      const open = children > 0 && (text !== '' || isOpen(node.id));
      const row = { node, depth, children, open, at: at + 1, of: siblings.length };
      return open ? [row, ...walk(node.id, depth + 1)] : [row];
    });
  return walk(null, 0);
}

/** Those whose name or code holds the words, and what they stand below. */
function found(nodes: readonly TreeNode[], text: string): readonly TreeNode[] {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return nodes;
  const fits = ({ name, code }: TreeNode) => `${name} ${code}`.toLowerCase().includes(wanted);
  const kept = new Set(nodes.filter(fits).flatMap((node) => line(nodes, node.id).map(({ id }) => id)));
  return nodes.filter(({ id }) => kept.has(id));
}

function line(nodes: readonly TreeNode[], id: string): TreeNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const trail: TreeNode[] = [];
  for (let at = byId.get(id); at; at = at.aboveId ? byId.get(at.aboveId) : undefined) trail.unshift(at);
  return trail;
}

/** From the college down to a node, itself included. */
export function lineOf(tree: DepartmentTree, id: string): TreeNode[] {
  return line(nodesOf(tree), id);
}

const placeBelow = (node: TreeNode): DepartmentPlace => ({
  collegeId: node.collegeId,
  parentId: node.type === 'college' ? null : node.id,
});

/** Where a department goes that is let go at a row; null: nowhere, because it would lie below itself. */
export function placeAt(
  tree: DepartmentTree,
  id: string,
  target: { id: string; zone: 'before' | 'inside' | 'after'; open: boolean },
): OrderedPlace | null {
  const nodes = nodesOf(tree);
  const trail = line(nodes, target.id);
  const node = trail.at(-1);
  if (!node || trail.some((one) => one.id === id)) return null;
  const below = byAbove(nodes);
  const others = (above: string | null) => (below.get(above) ?? []).filter((one) => one.id !== id);
  if (target.zone === 'inside') return { ...placeBelow(node), beforeId: null };
  // Behind an open one is what its children are: the line is drawn right above the first of them.
  if (target.zone === 'after' && (target.open || node.type === 'college')) {
    return { ...placeBelow(node), beforeId: others(node.id)[0]?.id ?? null };
  }
  const above = trail.at(-2);
  if (!above) return null;
  const siblings = others(above.id);
  const beforeId =
    target.zone === 'before' ? node.id : (siblings[siblings.findIndex((one) => one.id === node.id) + 1]?.id ?? null);
  return { ...placeBelow(above), beforeId };
}

/** Where one step by key leads; null: there is no such place. */
export function stepPlace(tree: DepartmentTree, id: string, step: Step): OrderedPlace | null {
  const nodes = nodesOf(tree);
  const trail = line(nodes, id);
  const [node, above, over] = [trail.at(-1), trail.at(-2), trail.at(-3)];
  if (!node || !above || node.type === 'college') return null;
  const siblings = byAbove(nodes).get(above.id) ?? [];
  const at = siblings.findIndex((one) => one.id === id);
  const [previous, next] = [siblings[at - 1], siblings[at + 1]];
  switch (step) {
    case 'up':
      return previous ? { ...placeBelow(above), beforeId: previous.id } : null;
    case 'down':
      return next ? { ...placeBelow(above), beforeId: siblings[at + 2]?.id ?? null } : null;
    case 'in':
      return previous ? { ...placeBelow(previous), beforeId: null } : null;
    case 'out': {
      if (!over) return null;
      const uncles = byAbove(nodes).get(over.id) ?? [];
      return { ...placeBelow(over), beforeId: uncles[uncles.findIndex((one) => one.id === above.id) + 1]?.id ?? null };
    }
  }
}

/** The tree as it will be once a department stands elsewhere in the same place's order. */
export function withOrder(tree: DepartmentTree, id: string, beforeId: string | null): DepartmentTree {
  const moved = tree.departments.find((one) => one.id === id);
  if (!moved) return tree;
  const others = tree.departments.filter((one) => one !== moved);
  const at = beforeId === null ? -1 : others.findIndex((one) => one.id === beforeId);
  return { ...tree, departments: at < 0 ? [...others, moved] : others.toSpliced(at, 0, moved) };
}

export function samePlace(left: DepartmentPlace, right: DepartmentPlace): boolean {
  return left.collegeId === right.collegeId && left.parentId === right.parentId;
}
