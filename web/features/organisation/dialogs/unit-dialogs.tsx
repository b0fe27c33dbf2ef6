import { listColleges, placeCollege } from '@lectern/contract/features/college.ts';
import type { DepartmentRow } from '@lectern/contract/features/department.ts';
import { listPositions, placePosition } from '@lectern/contract/features/position.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { DragArea } from '../../../components/drag/drag-area.tsx';
import { beforeIdOf, reordered, SortList } from '../../../components/drag/sort-list.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FindField } from '../../../components/resource/find-field.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { subtreeIds, treeRows } from '../../../components/tree/tree-model.ts';
import { call } from '../../../lib/api-client.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { lazyPage } from '../../../lib/lazy-page.tsx';
import { isAnswerOf } from '../../../lib/queries.ts';
import { useStore } from '../../../lib/store.ts';
import { departmentSpec } from '../department/department-spec.tsx';
import {
  type DepartmentPlace,
  knownTree,
  placeBelow,
  samePlace,
  unitNodes,
  useDepartmentTree,
} from '../department/department-tree.ts';
import { useDepartmentActions } from '../department/use-department-actions.ts';
import { startOn } from '../unit-actions.ts';
import { closeUnitDialog, type UnitDialog, type UnitTarget, unitDialog } from '../unit-dialog.ts';
import type { UnitType, Values } from '../unit-spec.ts';
import { unitSpecs } from '../unit-specs.ts';
import { CreateUnitDialog } from './create-unit-dialog.tsx';
import { EffectPanel, MergeUnitDialog, useEffectOf } from './merge-unit-dialog.tsx';
import './unit-dialogs.css';

/** Loaded on first use. */
const ImportUnitsDialog = lazyPage(() =>
  import('./import-units-dialog.tsx').then((module) => module.ImportUnitsDialog),
);

/** Renders the open dialog, if any. */
export function UnitDialogs() {
  const open = useStore(unitDialog);
  const client = useQueryClient();
  const { searchStr } = useLocation();
  /** New departments are created in the place selected in the tree. */
  const chosenPlace = (type: UnitType): Values | undefined => {
    if (type !== 'department') return undefined;
    const params = new URLSearchParams(searchStr);
    const parent = knownTree(client)?.departments.find(({ id }) => id === params.get('below'));
    const collegeId = parent?.college.id ?? params.get('college') ?? '';
    return { ...departmentSpec.noValues, collegeId, parentId: parent?.id ?? '' };
  };
  switch (open?.kind) {
    case 'create':
      return <CreateUnitDialog type={open.type} start={open.values ?? chosenPlace(open.type)} title={open.title} />;
    case 'import':
      return <ImportUnitsDialog />;
    case 'order':
      return <OrderDialog type={open.type} />;
    case 'confirm':
      return <ConfirmUnitDialog {...open} />;
    case 'merge':
      return <MergeUnitDialog key={open.row.id} {...open} />;
    case 'move':
      return <MoveDepartmentDialog key={open.department.id} department={open.department} />;
    case 'agree':
      return <AgreeDialog {...open} />;
    default:
      return null;
  }
}

type Props = Extract<UnitDialog, { kind: 'agree' }>;

/** Shows the effect of saving or moving on people, and asks for confirmation. */
function AgreeDialog({ title, text, confirmLabel, preview, answer }: Props) {
  const { agreeText } = useTexts().organisation.effect;
  const effect = useEffectOf([useId()], preview);
  const confirm = () => {
    unitDialog.set(null);
    answer(true);
  };
  return (
    <FormDialog
      title={title}
      confirmLabel={confirmLabel}
      disabled={!effect.data}
      onClose={closeUnitDialog}
      onConfirm={confirm}
    >
      {text !== '' && <p>{text ?? agreeText}</p>}
      <EffectPanel effect={effect} ofPosition={text === undefined} />
    </FormDialog>
  );
}

type ConfirmUnitDialogProps = { type: UnitType; action: 'disable' | 'delete'; target: UnitTarget };

function ConfirmUnitDialog({ type, action, target }: ConfirmUnitDialogProps) {
  const { organisation, operation } = useTexts();
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  const { confirm } = organisation;
  const { count } = target;
  const what = target.row?.name ?? fillText(operation.objects[type] ?? '', { count: format.number(count) });
  const start = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await startOn(type, action, target);
      closeUnitDialog();
    } catch {
      // The global error handler shows the reason.
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      open
      title={fillText(action === 'disable' ? confirm.disableTitle : confirm.deleteTitle, { what })}
      confirmLabel={organisation.actions[action]}
      look="danger"
      busy={busy}
      onConfirm={() => void start()}
      onClose={closeUnitDialog}
    >
      {action === 'disable' ? fillText(confirm.disableText, { count }) : confirm.deleteText}
    </ConfirmDialog>
  );
}

/** Moves a department without dragging, after showing the effect on people. */
function MoveDepartmentDialog({ department }: { department: DepartmentRow }) {
  const { organisation } = useTexts();
  const { move: words, form } = organisation;
  const tree = useDepartmentTree();
  const actions = useDepartmentActions();
  const [text, setText] = useState('');
  const [to, setTo] = useState<DepartmentPlace | null>(null);
  const wanted = to ? '' : text.trim().toLowerCase();
  const nodes = tree.data ? unitNodes(tree.data) : [];
  const own = subtreeIds(nodes, department.id);
  const rows = treeRows(nodes, () => true);
  const options = rows
    .filter(
      ({ node }) => !node.disabled && !own.has(node.id) && `${node.name} ${node.code}`.toLowerCase().includes(wanted),
    )
    .map(({ node, depth }) => ({ id: node.id, label: node.name, note: node.code, depth: wanted ? 0 : depth }));
  const here = { collegeId: department.college.id, parentId: department.parent?.id ?? null };
  const stays = to !== null && samePlace(to, here);
  const effect = useEffectOf(
    [department.id, to?.collegeId, to?.parentId],
    to && !stays ? () => actions.preview(department, { ...to, beforeId: null }) : null,
  );
  const confirm = () => {
    if (!to) return;
    closeUnitDialog();
    void actions.move(department.id, { ...to, beforeId: null });
  };
  return (
    <FormDialog
      title={fillText(words.title, { name: department.name })}
      confirmLabel={words.confirm}
      disabled={!effect.data || effect.isFetching}
      onClose={closeUnitDialog}
      onConfirm={confirm}
    >
      {tree.error && <ErrorPanel error={tree.error} onRetry={() => void tree.refetch()} />}
      <FindField
        first
        label={words.into}
        placeholder={words.find}
        text={text}
        options={options}
        none={form.nothing}
        disabled={!tree.data}
        onText={(next) => {
          setText(next);
          setTo(null);
        }}
        onPick={({ id, label }) => {
          const row = rows.find(({ node }) => node.id === id);
          setText(label);
          setTo(row ? placeBelow(row.node) : null);
        }}
      />
      {stays && <p>{words.sameText}</p>}
      {to && !stays && <EffectPanel effect={effect} />}
    </FormDialog>
  );
}

type Type = 'college' | 'position';
type Row = { id: string; name: string; version: number };

/** All rows in order, over all pages. */
async function fetchAll(type: Type): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | undefined; ; ) {
    const query = { sort: 'order', size: 200, ...(cursor && { cursor }) };
    const endpoint = type === 'college' ? listColleges : listPositions;
    const page = await call(endpoint, { query }, { quiet: true });
    rows.push(...page.rows.map(({ id, name, version }) => ({ id, name, version })));
    if (!page.next) return rows;
    cursor = page.next;
  }
}

/** Changes the global display order of colleges or positions. */
function OrderDialog({ type }: { type: Type }) {
  const texts = useTexts();
  const { order } = texts.organisation;
  const client = useQueryClient();
  const queryKey = ['organisation.order', type];
  const all = useQuery({ queryKey, queryFn: () => fetchAll(type), staleTime: 0, gcTime: 0 });
  const rows = all.data ?? [];
  const place = async (row: Row, beforeId: string | null) => {
    if (beforeId === row.id) return;
    client.setQueryData<Row[]>(queryKey, (known) => known && reordered(known, row.id, beforeId));
    const request = { params: { id: row.id }, body: { beforeId, version: row.version } };
    try {
      const { version } = await call(type === 'college' ? placeCollege : placePosition, request);
      client.setQueryData<Row[]>(queryKey, (known) =>
        known?.map((one) => (one.id === row.id ? { ...one, version } : one)),
      );
    } catch {
      // The API client has shown the error; reload, because the page may be out of date.
      void all.refetch();
    }
    void client.invalidateQueries({ predicate: isAnswerOf(unitSpecs[type].stale) });
  };
  return (
    <Dialog
      open
      className="unit-dialog"
      title={fillText(order.title, { what: texts[type].many })}
      onClose={closeUnitDialog}
      footer={
        <Button look="primary" onClick={closeUnitDialog}>
          {order.done}
        </Button>
      }
    >
      <p>{all.data && rows.length < 2 ? fillText(order.tooFew, { what: texts[type].many }) : order.text}</p>
      {all.error && <ErrorPanel error={all.error} onRetry={() => void all.refetch()} />}
      {all.isPending && (
        <SkeletonRegion>
          <Skeleton height={160} />
        </SkeletonRegion>
      )}
      {all.data && (
        <DragArea
          onDrop={(dragged, to) => {
            const row = rows.find(({ id }) => id === dragged.id);
            if (row) void place(row, beforeIdOf(rows, to));
          }}
        >
          <div className="unit-order">
            <SortList
              label={fillText(order.title, { what: texts[type].many })}
              kind={type}
              rows={rows}
              nameOf={({ name }) => name}
              onPlace={(row, beforeId) => void place(row, beforeId)}
            >
              {(row) => <div className="unit-order-row">{row.name}</div>}
            </SortList>
          </div>
        </DragArea>
      )}
    </Dialog>
  );
}
