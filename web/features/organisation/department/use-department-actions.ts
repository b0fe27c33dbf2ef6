import { type DepartmentRow, moveDepartment, previewDepartmentMove } from '@lectern/contract/features/department.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../lib/api-client.ts';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { createChangeQueue, isAnswerOf } from '../../../lib/queries.ts';
import { agreeTo } from '../unit-dialog.ts';
import { departmentSpec } from './department-spec.tsx';
import { knownTree, type OrderedPlace, samePlace, setTree, withOrder } from './department-tree.ts';

const inTurn = createChangeQueue();

export function useDepartmentActions() {
  const client = useQueryClient();
  const texts = useTexts();
  return useMemo(() => departmentActions(client, texts), [client, texts]);
}

function departmentActions(client: QueryClient, texts: Texts) {
  const { move: words } = texts.organisation;
  const find = (id: string) => knownTree(client)?.departments.find((one) => one.id === id);
  const preview = (department: DepartmentRow, place: OrderedPlace) =>
    call(
      previewDepartmentMove,
      {
        params: { id: department.id },
        body: { ...place, version: find(department.id)?.version ?? department.version },
      },
      { quiet: true },
    );
  const refresh = () => client.invalidateQueries({ predicate: isAnswerOf(departmentSpec.stale) });
  /** The API client shows errors; reload in either case. */
  const move = (id: string, place: OrderedPlace): Promise<DepartmentRow | undefined> =>
    inTurn(async () => {
      const body = { ...place, version: find(id)?.version ?? 0 };
      const moved = await call(moveDepartment, { params: { id }, body }).catch(() => undefined);
      await refresh();
      return moved;
    });
  return {
    preview,
    async move(id: string, place: OrderedPlace): Promise<void> {
      const moved = await move(id, place);
      if (moved) notify({ level: 'success', title: fillText(words.moved, { name: moved.name }) });
    },
    /** Reordering is immediate; moving to another parent shows the effects first. */
    async place(id: string, place: OrderedPlace): Promise<void> {
      const department = find(id);
      if (!department || place.beforeId === id) return;
      const here = { collegeId: department.college.id, parentId: department.parent?.id ?? null };
      if (samePlace(here, place)) {
        setTree(client, (tree) => withOrder(tree, id, place.beforeId));
        await move(id, place);
        return;
      }
      const tree = knownTree(client);
      const above = place.parentId ? find(place.parentId) : tree?.colleges.find((one) => one.id === place.collegeId);
      const title = fillText(words.agreeTitle, { name: department.name, into: above?.name ?? '' });
      const question = { title, text: '', confirmLabel: words.confirm, preview: () => preview(department, place) };
      if (await agreeTo(question)) await this.move(id, place);
    },
  };
}
