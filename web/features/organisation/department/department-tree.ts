import { type DepartmentRow, type DepartmentTree, getDepartmentTree } from '@lectern/contract/features/department.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TreeNode, TreePlace } from '../../../components/tree/tree-model.ts';
import { useLiveEvents } from '../../../lib/live-events.ts';
import { isAnswerOf, queryOf } from '../../../lib/queries.ts';

/** `parentId` is null for a department directly in a college. */
export type DepartmentPlace = { collegeId: string; parentId: string | null };
export type OrderedPlace = DepartmentPlace & { beforeId: string | null };

/** A college or department; only departments can be moved. */
export type UnitNode = TreeNode & {
  type: 'college' | 'department';
  name: string;
  code: string;
  collegeId: string;
  disabled: boolean;
  people: number;
  department?: DepartmentRow;
};

export function unitNodes({ colleges, departments }: DepartmentTree): UnitNode[] {
  const sums = new Map<string, number>();
  for (const { college, people } of departments) sums.set(college.id, (sums.get(college.id) ?? 0) + people);
  return [
    ...colleges.map(
      ({ id, name, code, disabled }): UnitNode => ({
        id,
        type: 'college',
        name,
        code,
        collegeId: id,
        parentId: null,
        disabled,
        people: sums.get(id) ?? 0,
      }),
    ),
    ...departments.map(
      (department): UnitNode => ({
        id: department.id,
        type: 'department',
        name: department.name,
        code: department.code,
        collegeId: department.college.id,
        parentId: department.parent?.id ?? department.college.id,
        disabled: department.disabled,
        people: department.people,
        department,
      }),
    ),
  ];
}

/** The place directly below a college or department. */
export function placeBelow({ id, type, collegeId }: UnitNode): DepartmentPlace {
  return { collegeId, parentId: type === 'college' ? null : id };
}

/** Converts a tree place to the server's form; null for the top level, where only colleges are. */
export function departmentPlace(nodes: readonly UnitNode[], { parentId, beforeId }: TreePlace): OrderedPlace | null {
  const above = nodes.find(({ id }) => id === parentId);
  return above ? { ...placeBelow(above), beforeId } : null;
}

/** The tree after reordering a department among its siblings, for optimistic updates. */
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

const tree = queryOf(getDepartmentTree, {}, { quiet: true });

/** Colleges and departments in order; refreshed when an operation on them ends. */
export function useDepartmentTree() {
  const client = useQueryClient();
  useLiveEvents('operation', ({ operation }) => {
    const isOurs = ['college', 'department', 'user'].includes(operation.list);
    if (isOurs && operation.finishedAt) void refreshTree(client);
  });
  return useQuery(tree);
}

export function knownTree(client: QueryClient): DepartmentTree | undefined {
  return client.getQueryData<DepartmentTree>(tree.queryKey);
}

export function setTree(client: QueryClient, change: (known: DepartmentTree) => DepartmentTree): void {
  client.setQueryData<DepartmentTree>(tree.queryKey, (known) => known && change(known));
}

function refreshTree(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: isAnswerOf([getDepartmentTree]) });
}
