import type { ColumnNode } from '@lectern/contract/features/column.ts';

/** Where a column stands: below another one or at the top, before a sibling or at the end. */
export type ColumnPlace = { parentId: string | null; beforeId: string | null };
export type TreeRow = { column: ColumnNode; depth: number; children: number; open: boolean; hiddenAbove: boolean };
export type Step = 'up' | 'down' | 'in' | 'out';

/** The tree as it is read: every parent before its children. Of closed ones only themselves. */
export function treeRows(columns: readonly ColumnNode[], isOpen: (id: string) => boolean): TreeRow[] {
  const below = childrenOf(columns);
  const walk = (parent: string | null, depth: number, hiddenAbove: boolean): TreeRow[] =>
    (below.get(parent) ?? []).flatMap((column) => {
      const children = below.get(column.id)?.length ?? 0;
      const open = children > 0 && isOpen(column.id);
      const row = { column, depth, children, open, hiddenAbove };
      return open ? [row, ...walk(column.id, depth + 1, hiddenAbove || !column.visible)] : [row];
    });
  return walk(null, 0, false);
}

/** Those whose name or address holds the words, and what they stand below. */
export function searchColumns(columns: readonly ColumnNode[], text: string): ColumnNode[] {
  const wanted = text.trim().toLowerCase();
  const fits = ({ name, slug }: ColumnNode) => `${name} ${slug}`.toLowerCase().includes(wanted);
  const byId = indexOf(columns);
  const kept = new Set(columns.filter(fits).flatMap((column) => line(byId, column.id).map(({ id }) => id)));
  return columns.filter(({ id }) => kept.has(id));
}

/** From the top down to a column, itself included. */
export function lineOf(columns: readonly ColumnNode[], id: string): ColumnNode[] {
  return line(indexOf(columns), id);
}

/** A column and everything below it. */
export function subtreeIds(columns: readonly ColumnNode[], id: string): Set<string> {
  const byId = indexOf(columns);
  const isWithin = (column: ColumnNode) => line(byId, column.id).some((one) => one.id === id);
  return new Set(columns.filter(isWithin).map((column) => column.id));
}

export function placeOf(columns: readonly ColumnNode[], id: string): ColumnPlace {
  const parentId = find(columns, id)?.parentId ?? null;
  const siblings = childrenOf(columns).get(parentId) ?? [];
  return { parentId, beforeId: siblings[siblings.findIndex((column) => column.id === id) + 1]?.id ?? null };
}

/** Where a column goes that is let go at another one; null: nowhere, because it would lie below itself. */
export function placeAt(
  columns: readonly ColumnNode[],
  id: string,
  target: { id: string; zone: 'before' | 'inside' | 'after'; open: boolean },
): ColumnPlace | null {
  if (subtreeIds(columns, id).has(target.id)) return null;
  const below = childrenOf(columns);
  const others = (parentId: string | null) => (below.get(parentId) ?? []).filter((column) => column.id !== id);
  if (target.zone === 'inside') return { parentId: target.id, beforeId: null };
  // Behind an open column is what its children are: the line is drawn right above the first of them.
  if (target.zone === 'after' && target.open) {
    return { parentId: target.id, beforeId: others(target.id)[0]?.id ?? null };
  }
  const parentId = find(columns, target.id)?.parentId ?? null;
  if (target.zone === 'before') return { parentId, beforeId: target.id };
  const siblings = others(parentId);
  return { parentId, beforeId: siblings[siblings.findIndex((column) => column.id === target.id) + 1]?.id ?? null };
}

/** Where one step by key leads; null: there is no such place. */
export function stepPlace(columns: readonly ColumnNode[], id: string, step: Step): ColumnPlace | null {
  const column = find(columns, id);
  if (!column) return null;
  const siblings = childrenOf(columns).get(column.parentId) ?? [];
  const at = siblings.indexOf(column);
  const previous = siblings[at - 1];
  const next = siblings[at + 1];
  switch (step) {
    case 'up':
      return previous ? { parentId: column.parentId, beforeId: previous.id } : null;
    case 'down':
      return next ? { parentId: column.parentId, beforeId: siblings[at + 2]?.id ?? null } : null;
    case 'in':
      return previous ? { parentId: previous.id, beforeId: null } : null;
    case 'out':
      return column.parentId ? placeOf(columns, column.parentId) : null;
  }
}

/** The tree as it will be once a column has moved. */
export function withPlace(
  columns: readonly ColumnNode[],
  id: string,
  { parentId, beforeId }: ColumnPlace,
): ColumnNode[] {
  const column = find(columns, id);
  if (!column) return [...columns];
  const moved = { ...column, parentId };
  const others = columns.filter((one) => one !== column);
  const at = beforeId === null ? -1 : others.findIndex((one) => one.id === beforeId);
  return at < 0 ? [...others, moved] : others.toSpliced(at, 0, moved);
}

export function samePlace(left: ColumnPlace, right: ColumnPlace): boolean {
  return left.parentId === right.parentId && left.beforeId === right.beforeId;
}

function childrenOf(columns: readonly ColumnNode[]): Map<string | null, ColumnNode[]> {
  return Map.groupBy(columns, ({ parentId }) => parentId);
}

function find(columns: readonly ColumnNode[], id: string): ColumnNode | undefined {
  return columns.find((column) => column.id === id);
}

function indexOf(columns: readonly ColumnNode[]): Map<string, ColumnNode> {
  return new Map(columns.map((column) => [column.id, column]));
}

function line(byId: ReadonlyMap<string, ColumnNode>, id: string): ColumnNode[] {
  const found: ColumnNode[] = [];
  for (let at = byId.get(id); at; at = at.parentId ? byId.get(at.parentId) : undefined) found.unshift(at);
  return found;
}
