import type { Zone } from '../drag/use-drag-row.ts';

/** A node of a tree, given as a flat list in sibling order. */
export type TreeNode = {
  id: string;
  parentId: string | null;
  /** It has children that aren't loaded until it is opened. */
  unloaded?: boolean;
};
/** `parentId` is null at the top level; `beforeId` is null for the end of the siblings. */
export type TreePlace = { parentId: string | null; beforeId: string | null };
export type TreeRow<Node extends TreeNode> = {
  node: Node;
  depth: number;
  /** Undefined for a leaf. */
  open: boolean | undefined;
  /** Among its siblings, from 1 (`aria-posinset`). */
  position: number;
  siblings: number;
};
export type Step = 'up' | 'down' | 'in' | 'out';

/** How nodes may be moved. */
export type TreeMoves<Node extends TreeNode> = {
  /** Distinguishes these nodes from other things dragged in the same area. */
  kind: string;
  /** Siblings are sorted automatically, so nodes can be dropped into others but not between them. */
  sorted?: boolean;
  isFixed?: (node: Node) => boolean;
  /** Absent when a node may go anywhere except below itself. */
  allows?: (node: Node, to: TreePlace) => boolean;
  onPlace: (id: string, to: TreePlace) => void;
};

/** The visible rows in display order; children of closed nodes are left out. */
export function treeRows<Node extends TreeNode>(
  nodes: readonly Node[],
  isOpen: (id: string) => boolean,
): TreeRow<Node>[] {
  const below = childrenOf(nodes);
  const walk = (parent: string | null, depth: number): TreeRow<Node>[] => {
    const own = below.get(parent) ?? [];
    return own.flatMap((node, at) => {
      const isParent = node.unloaded || below.has(node.id);
      const open = isParent ? isOpen(node.id) : undefined;
      const row = { node, depth, open, position: at + 1, siblings: own.length };
      return open ? [row, ...walk(node.id, depth + 1)] : [row];
    });
  };
  return walk(null, 0);
}

/** The nodes that match, with all their ancestors. */
export function withLines<Node extends TreeNode>(nodes: readonly Node[], fits: (node: Node) => boolean): Node[] {
  const byId = indexOf(nodes);
  const kept = new Set(nodes.filter(fits).flatMap((node) => line(byId, node.id).map(({ id }) => id)));
  return nodes.filter(({ id }) => kept.has(id));
}

/** The path from the root to a node, inclusive. */
export function lineOf<Node extends TreeNode>(nodes: readonly Node[], id: string): Node[] {
  return line(indexOf(nodes), id);
}

/** The node and all its descendants. */
export function subtreeIds(nodes: readonly TreeNode[], id: string): Set<string> {
  const byId = indexOf(nodes);
  const isWithin = (node: TreeNode) => line(byId, node.id).some((one) => one.id === id);
  return new Set(nodes.filter(isWithin).map((node) => node.id));
}

export function placeOf(nodes: readonly TreeNode[], id: string): TreePlace {
  const parentId = find(nodes, id)?.parentId ?? null;
  const siblings = childrenOf(nodes).get(parentId) ?? [];
  return { parentId, beforeId: siblings[siblings.findIndex((node) => node.id === id) + 1]?.id ?? null };
}

/** Where a dragged node lands when dropped on another; null if that would put it below itself. */
export function placeAt(
  nodes: readonly TreeNode[],
  id: string,
  target: { id: string; zone: Zone; open: boolean },
): TreePlace | null {
  if (subtreeIds(nodes, id).has(target.id)) return null;
  const below = childrenOf(nodes);
  const others = (parentId: string | null) => (below.get(parentId) ?? []).filter((node) => node.id !== id);
  if (target.zone === 'inside') return { parentId: target.id, beforeId: null };
  // Below an open node the drop line is drawn above its first child, so the node becomes the first child.
  if (target.zone === 'after' && target.open) {
    return { parentId: target.id, beforeId: others(target.id)[0]?.id ?? null };
  }
  const parentId = find(nodes, target.id)?.parentId ?? null;
  if (target.zone === 'before') return { parentId, beforeId: target.id };
  const siblings = others(parentId);
  return { parentId, beforeId: siblings[siblings.findIndex((node) => node.id === target.id) + 1]?.id ?? null };
}

/** Where a keyboard move by one step leads; null if there is no such place. */
export function stepPlace(nodes: readonly TreeNode[], id: string, step: Step): TreePlace | null {
  const node = find(nodes, id);
  if (!node) return null;
  const siblings = childrenOf(nodes).get(node.parentId) ?? [];
  const at = siblings.indexOf(node);
  const previous = siblings[at - 1];
  const next = siblings[at + 1];
  switch (step) {
    case 'up':
      return previous ? { parentId: node.parentId, beforeId: previous.id } : null;
    case 'down':
      return next ? { parentId: node.parentId, beforeId: siblings[at + 2]?.id ?? null } : null;
    case 'in':
      return previous ? { parentId: previous.id, beforeId: null } : null;
    case 'out':
      return node.parentId ? placeOf(nodes, node.parentId) : null;
  }
}

export function allowsPlace<Node extends TreeNode>(
  nodes: readonly Node[],
  moves: TreeMoves<Node>,
  id: string,
  to: TreePlace,
): boolean {
  const node = find(nodes, id);
  if (!node || moves.isFixed?.(node)) return false;
  if (moves.sorted && node.parentId === to.parentId) return false;
  return moves.allows?.(node, to) ?? true;
}

/** The nodes in their order after the move, for optimistic updates. */
export function withPlace<Node extends TreeNode>(
  nodes: readonly Node[],
  id: string,
  { parentId, beforeId }: TreePlace,
): Node[] {
  const node = find(nodes, id);
  if (!node) return [...nodes];
  const moved = { ...node, parentId };
  const others = nodes.filter((one) => one !== node);
  const at = beforeId === null ? -1 : others.findIndex((one) => one.id === beforeId);
  return at < 0 ? [...others, moved] : others.toSpliced(at, 0, moved);
}

export function samePlace(left: TreePlace, right: TreePlace): boolean {
  return left.parentId === right.parentId && left.beforeId === right.beforeId;
}

function childrenOf<Node extends TreeNode>(nodes: readonly Node[]): Map<string | null, Node[]> {
  return Map.groupBy(nodes, ({ parentId }) => parentId);
}

function find<Node extends TreeNode>(nodes: readonly Node[], id: string): Node | undefined {
  return nodes.find((node) => node.id === id);
}

function indexOf<Node extends TreeNode>(nodes: readonly Node[]): Map<string, Node> {
  return new Map(nodes.map((node) => [node.id, node]));
}

function line<Node extends TreeNode>(byId: ReadonlyMap<string, Node>, id: string): Node[] {
  const found: Node[] = [];
  for (let at = byId.get(id); at; at = at.parentId ? byId.get(at.parentId) : undefined) found.unshift(at);
  return found;
}
