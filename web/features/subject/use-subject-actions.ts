import { listSubjects } from '@lectern/contract/features/subject.ts';
import {
  getSubject,
  getSubjectTree,
  listSubjectActivity,
  listSubjectRows,
  moveSubject,
  type SubjectRow,
  subjectList,
  updateSubject,
} from '@lectern/contract/features/subject-management.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { placeOf, samePlace, type TreePlace, withPlace } from '../../components/tree/tree-model.ts';
import { call } from '../../lib/api-client.ts';
import { isApiError } from '../../lib/api-error.ts';
import { beginOperation } from '../../lib/begin-operation.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { useLiveEvents } from '../../lib/live-events.ts';
import { notify } from '../../lib/notifications.ts';
import { createChangeQueue, isAnswerOf, queryOf } from '../../lib/queries.ts';
import { nodesOf } from './subject-node.ts';

const { queryKey } = queryOf(getSubjectTree);

/** Read calls that include subjects, invalidated after a change. */
export const subjectAnswers = [getSubjectTree, getSubject, listSubjectRows, listSubjects, listSubjectActivity];

/** The whole tree, refreshed after operations on subjects. */
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

/** Replaces a subject in the cached tree with its newer version. */
export function keepSubject(client: QueryClient, subject: SubjectRow): void {
  setSubjects(client, (rows) => rows.map((row) => (row.id === subject.id ? subject : row)));
}

export function refreshSubjects(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: isAnswerOf(subjectAnswers) });
}

type Edit = Partial<Pick<SubjectRow, 'name' | 'code' | 'description'>> & { collegeIds?: string[] };
type Action = 'enable' | 'disable' | 'merge' | 'delete';

const inTurn = createChangeQueue();

/** Actions on subjects that apply immediately, each with Undo. */
export function useSubjectActions() {
  const client = useQueryClient();
  const texts = useTexts();
  return useMemo(() => subjectActions(client, texts), [client, texts]);
}
export type SubjectActions = ReturnType<typeof subjectActions>;

function subjectActions(client: QueryClient, texts: Texts) {
  const { subject: words, drag } = texts;
  const told = (title: string, undo?: () => Promise<unknown>) =>
    notify({
      level: 'success',
      title,
      ...(undo && { action: { label: drag.undo, run: () => void undo().catch(() => undefined) } }),
    });
  const find = (id: string) => knownSubjects(client).find((row) => row.id === id);
  /** Refetches on failure, because the cached tree may be out of date; the error has already been reported. */
  const orRefresh = async (doing: Promise<SubjectRow>): Promise<SubjectRow> => {
    try {
      const subject = await doing;
      keepSubject(client, subject);
      return subject;
    } catch (error) {
      if (isApiError(error)) void refreshSubjects(client);
      throw error;
    }
  };
  const place = async (id: string, to: TreePlace) => {
    setSubjects(client, (rows) => {
      const above = rows.find((row) => row.id === to.parentId);
      const parent = above ? { id: above.id, name: above.name, code: above.code } : null;
      return withPlace(nodesOf(rows), id, to).map(({ parentId: _, ...row }) =>
        row.id === id ? { ...row, parent } : row,
      );
    });
    const body = () => ({ ...to, version: find(id)?.version ?? 0 });
    const moved = await inTurn(() => orRefresh(call(moveSubject, { params: { id }, body: body() })));
    // Counts of ancestors and levels of descendants have changed.
    void refreshSubjects(client);
    return moved;
  };
  const update = (id: string, edit: Edit) =>
    inTurn(() =>
      orRefresh(call(updateSubject, { params: { id }, body: { ...edit, version: find(id)?.version ?? 0 } })),
    );

  return {
    told,
    update,
    /** Moves a subject optimistically, then on the server; does nothing when it is already there. */
    async place(id: string, to: TreePlace): Promise<void> {
      const from = placeOf(nodesOf(knownSubjects(client)), id);
      if (samePlace(from, to) || to.beforeId === id) return;
      const moved = await place(id, to).catch(() => undefined);
      if (moved) told(fillText(words.done.moved, { name: moved.name }), () => place(id, from));
    },
    async rename(subject: SubjectRow, name: string): Promise<void> {
      const done = await update(subject.id, { name }).catch(() => undefined);
      if (done) told(fillText(words.done.renamed, { name }), () => update(subject.id, { name: subject.name }));
    },
    /** Runs in the background; Undo is offered in the operation history. */
    async begin(action: Action, subject: SubjectRow, input?: Record<string, unknown>): Promise<void> {
      await beginOperation({
        list: subjectList.id,
        action,
        selection: { ids: [subject.id] },
        count: 1,
        ...(input && { input }),
      });
    },
  };
}
