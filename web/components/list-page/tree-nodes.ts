import type { OrganisationUnits } from '@lectern/contract/features/organisation.ts';

/** `heading`: stands there for those below it, and can't be chosen. */
export type TreeNode = { id: string; name: string; code: string; depth: number; heading?: boolean };

/** Departments below their colleges' order, each under the one it belongs to; colleges and positions as plain lists. */
export function treeNodes(units: OrganisationUnits, of: 'department' | 'college' | 'position'): TreeNode[] {
  if (of === 'college') return units.colleges.map(({ id, name, code }) => ({ id, name, code, depth: 0 }));
  if (of === 'position') return units.positions.map(({ id, name }) => ({ id, name, code: '', depth: 0 }));
  return inOrder(units.departments);
}

type Part = { id: string; name: string; parentId: string | null; code?: string };

/** Each below the one it belongs to; what belongs to nothing that is here stands at the top. */
export function inOrder(parts: readonly Part[], startDepth = 0): TreeNode[] {
  const ids = new Set(parts.map(({ id }) => id));
  const below = Map.groupBy(parts, ({ parentId }) => (parentId && ids.has(parentId) ? parentId : null));
  const walk = (parent: string | null, depth: number): TreeNode[] =>
    (below.get(parent) ?? []).flatMap(({ id, name, code = '' }) => [{ id, name, code, depth }, ...walk(id, depth + 1)]);
  return walk(null, startDepth);
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
