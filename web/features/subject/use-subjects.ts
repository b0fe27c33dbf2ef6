import { listSubjects } from '@lectern/contract/features/subject.ts';
import {
  getSubject,
  getSubjectTree,
  listSubjectActivity,
  listSubjectRows,
  type SubjectRow,
  subjectList,
} from '@lectern/contract/features/subject-management.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useLiveEvents } from '../../lib/live-events.ts';
import { isAnswerOf, queryOf } from '../../lib/queries.ts';
import { nodesOf } from './subject-node.ts';

const { queryKey } = queryOf(getSubjectTree);

/** Whatever shows subjects, and may be out of date after one has changed. */
export const subjectAnswers = [getSubjectTree, getSubject, listSubjectRows, listSubjects, listSubjectActivity];

/** The whole tree. Operations on subjects change it. */
export function useSubjects() {
  const client = useQueryClient();
  useLiveEvents('operation', ({ operation }) => {
    if (operation.list === subjectList.id && operation.finishedAt) void refreshSubjects(client);
  });
  const tree = useQuery(queryOf(getSubjectTree, {}, { quiet: true }));
  const nodes = useMemo(() => tree.data && nodesOf(tree.data), [tree.data]);
  return { tree, nodes };
}

export function useMayManage(): boolean {
  return hasAbility(useCurrentUser().roleId, 'admin');
}

export function knownSubjects(client: QueryClient): SubjectRow[] {
  return client.getQueryData<SubjectRow[]>(queryKey) ?? [];
}

export function setSubjects(client: QueryClient, change: (rows: SubjectRow[]) => SubjectRow[]): void {
  client.setQueryData<SubjectRow[]>(queryKey, (rows) => rows && change(rows));
}

/** Takes in the newest of one, where it stands. */
export function keepSubject(client: QueryClient, subject: SubjectRow): void {
  setSubjects(client, (rows) => rows.map((row) => (row.id === subject.id ? subject : row)));
}

export function refreshSubjects(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: isAnswerOf(subjectAnswers) });
}
