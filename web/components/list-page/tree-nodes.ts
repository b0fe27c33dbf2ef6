import type { OrganisationUnits } from '@lectern/contract/features/organisation.ts';
import type { TreeName } from '@lectern/contract/list/filter.ts';

export type TreeNode = { id: string; name: string; code: string; depth: number };

/** Departments below their colleges' order, each under the one it belongs to; colleges as a plain list. */
export function treeNodes(units: OrganisationUnits, of: TreeName): TreeNode[] {
  if (of !== 'college' && of !== 'department') throw new Error(`Nothing lists ${of} to filter by`);
  if (of === 'college') return units.colleges.map(({ id, name, code }) => ({ id, name, code, depth: 0 }));
  const ids = new Set(units.departments.map(({ id }) => id));
  const below = Map.groupBy(units.departments, ({ parentId }) => (parentId && ids.has(parentId) ? parentId : null));
  const walk = (parent: string | null, depth: number): TreeNode[] =>
    (below.get(parent) ?? []).flatMap(({ id, name, code }) => [{ id, name, code, depth }, ...walk(id, depth + 1)]);
  return walk(null, 0);
}

/** Those whose name or code holds the text, and what they stand below, so that their place is seen. */
export function searchNodes(nodes: readonly TreeNode[], text: string): TreeNode[] {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [...nodes];
  const kept = new Set<TreeNode>();
  const trail: TreeNode[] = [];
  for (const node of nodes) {
    trail.length = node.depth;
    trail.push(node);
    if (`${node.name} ${node.code}`.toLowerCase().includes(wanted)) for (const above of trail) kept.add(above);
  }
  return nodes.filter((node) => kept.has(node));
}
