import {
  addColumnItems,
  type ColumnNode,
  columnFields,
  createColumn,
  mergeColumn,
  removeColumnItems,
  setColumnCover,
} from '@lectern/contract/features/column.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrorsOf } from '../../../components/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { toggled } from '../../../components/list-page/check-list.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { subtreeIds } from '../../../components/tree/tree-model.ts';
import { call } from '../../../lib/api-client.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { useStore } from '../../../lib/store.ts';
import { useColumnAddress } from '../column-address.ts';
import { closeColumnDialog, columnDialog } from '../column-dialog.ts';
import { useColumnItems } from '../content/use-column-items.ts';
import { useColumnActions } from '../use-column-actions.ts';
import { keepColumn, knownColumns, refreshColumns, setColumns } from '../use-columns.ts';
import { ColumnEffects, ColumnTargetField, DeleteColumnDialog, type Target } from './delete-column-dialog.tsx';
import { FoundResources } from './found-resources.tsx';
import './column-dialogs.css';

/** Renders the open dialog, if any. */
export function ColumnDialogs() {
  const dialog = useStore(columnDialog);
  const columns = knownColumns(useQueryClient());
  switch (dialog?.kind) {
    case 'create':
      return <CreateColumnDialog parent={dialog.parent} />;
    case 'move':
      return <MoveColumnDialog column={dialog.column} columns={columns} />;
    case 'merge':
      return <MergeColumnDialog column={dialog.column} columns={columns} />;
    case 'delete':
      return <DeleteColumnDialog column={dialog.column} columns={columns} />;
    case 'addItems':
      return <AddItemsDialog column={dialog.column} />;
    case 'cover':
      return <CoverDialog column={dialog.column} />;
    default:
      return null;
  }
}

type Props = { column: ColumnNode; columns: readonly ColumnNode[] };

/** Moves a column without dragging. */
function MoveColumnDialog({ column, columns }: Props) {
  const words = useTexts().column.dialog;
  const actions = useColumnActions();
  const [target, setTarget] = useState<Target | null>(null);
  const [tried, setTried] = useState(false);
  const own = subtreeIds(columns, column.id);
  const confirm = () => {
    setTried(true);
    if (!target) return;
    closeColumnDialog();
    void actions.place(column.id, { parentId: target.id, beforeId: null });
  };
  return (
    <FormDialog
      title={fillText(words.moveTitle, { name: column.name })}
      confirmLabel={words.move}
      busy={false}
      onClose={closeColumnDialog}
      onConfirm={confirm}
    >
      <p>{words.moveText}</p>
      <ColumnTargetField
        label={words.moveInto}
        columns={columns}
        fits={({ id }) => !own.has(id)}
        withTop
        value={target}
        error={tried && !target ? words.needTarget : undefined}
        onChange={setTarget}
      />
    </FormDialog>
  );
}

/** Uses an image from the library as the column's cover. */
function CoverDialog({ column }: { column: ColumnNode }) {
  const { column: texts } = useTexts();
  const words = texts.picker;
  const client = useQueryClient();
  const set = useMutationOf(setColumnCover, { quiet: true, idempotent: true });
  const [chosen, setChosen] = useState<string | null>(null);
  const refused = fieldErrorsOf(set.error).resourceId;
  const confirm = () => {
    if (!chosen) return;
    set.mutate(
      { params: { id: column.id }, body: { resourceId: chosen, version: column.version } },
      {
        onSuccess: (saved) => {
          keepColumn(client, saved);
          notify({ level: 'success', title: fillText(texts.done.cover, { name: saved.name }) });
          closeColumnDialog();
        },
        onError: () => void refreshColumns(client),
      },
    );
  };
  return (
    <FormDialog
      title={fillText(words.coverTitle, { name: column.name })}
      confirmLabel={words.take}
      busy={set.isPending}
      disabled={!chosen}
      errorTitle={texts.dialog.refused}
      error={refused ? null : set.error}
      onClose={closeColumnDialog}
      onConfirm={confirm}
    >
      <FoundResources
        label={texts.form.coverChoose}
        kind="image"
        many={false}
        chosen={new Set(chosen ? [chosen] : [])}
        onToggle={(hit) => setChosen(hit.id)}
      />
      {refused && <div className="field-help field-error">{refused}</div>}
    </FormDialog>
  );
}

/** Searches for resources and adds them at the end of the column. */
function AddItemsDialog({ column }: { column: ColumnNode }) {
  const { column: texts } = useTexts();
  const words = texts.picker;
  const client = useQueryClient();
  const { told } = useColumnActions();
  const { rows } = useColumnItems(column.id);
  const add = useMutationOf(addColumnItems, { quiet: true, idempotent: true });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const params = { id: column.id };
  const confirm = () => {
    const resourceIds = [...chosen];
    add.mutate(
      { params, body: { resourceIds } },
      {
        onSuccess: ({ added }) => {
          closeColumnDialog();
          void refreshColumns(client);
          if (added === 0) return void told(fillText(texts.done.addedNone, { name: column.name }));
          const undo = async () => {
            await call(removeColumnItems, { params, body: { resourceIds } });
            await refreshColumns(client);
          };
          // No Undo if some were in the column before, because it would remove those too.
          const exact = added === resourceIds.length;
          told(fillText(texts.done.added, { count: added, name: column.name }), exact ? undo : undefined);
        },
      },
    );
  };
  return (
    <FormDialog
      title={fillText(words.title, { name: column.name })}
      confirmLabel={chosen.size > 0 ? fillText(words.add, { count: chosen.size }) : words.addNone}
      busy={add.isPending}
      disabled={chosen.size === 0 || chosen.size > 200}
      errorTitle={texts.dialog.refused}
      error={add.error}
      onClose={closeColumnDialog}
      onConfirm={confirm}
    >
      <FoundResources
        label={texts.content.add}
        many
        chosen={chosen}
        inside={new Set(rows.map((row) => row.id))}
        onToggle={({ id }) => setChosen((known) => toggled(known, id))}
      />
    </FormDialog>
  );
}

type MergeColumnDialogProps = { column: ColumnNode; columns: readonly ColumnNode[] };

function MergeColumnDialog({ column, columns }: MergeColumnDialogProps) {
  const { column: texts } = useTexts();
  const words = texts.dialog;
  const client = useQueryClient();
  const { open } = useColumnAddress();
  const merge = useMutationOf(mergeColumn, { quiet: true, idempotent: true });
  const [target, setTarget] = useState<Target | null>(null);
  const [tried, setTried] = useState(false);
  const own = subtreeIds(columns, column.id);
  const holds = column.mode === 'manual' && column.held > 0;
  const confirm = () => {
    setTried(true);
    if (!target?.id) return;
    merge.mutate(
      { params: { id: column.id }, body: { intoId: target.id, version: column.version } },
      {
        onSuccess: async (into) => {
          notify({ level: 'success', title: fillText(texts.done.merged, { name: column.name, into: into.name }) });
          closeColumnDialog();
          open(into.id, 'content');
          await refreshColumns(client);
        },
        onError: () => void refreshColumns(client),
      },
    );
  };
  return (
    <FormDialog
      title={fillText(words.mergeTitle, { name: column.name })}
      confirmLabel={words.merge}
      look="danger"
      busy={merge.isPending}
      errorTitle={texts.dialog.refused}
      error={merge.error}
      onClose={closeColumnDialog}
      onConfirm={confirm}
    >
      <ColumnEffects id={column.id} deletes={false} />
      <ColumnTargetField
        label={words.mergeInto}
        columns={columns}
        // A column with manually added items can't be merged into a rule-based one.
        fits={({ id, mode }) => !own.has(id) && (!holds || mode === 'manual')}
        value={target}
        error={tried && !target ? words.needTarget : undefined}
        onChange={setTarget}
      />
      <p>{fillText(words.mergeText, { name: column.name })}</p>
    </FormDialog>
  );
}

function CreateColumnDialog({ parent }: { parent: ColumnNode | null }) {
  const { column: words, words: common } = useTexts();
  const client = useQueryClient();
  const { open } = useColumnAddress();
  const create = useMutationOf(createColumn, { quiet: true, idempotent: true });
  const [name, setName] = useState('');
  const [slug, setSlug] = useState('');
  const [tried, setTried] = useState(false);
  const refused = fieldErrorsOf(create.error);
  const nameProblem = columnFields.name.safeParse(name).success ? undefined : common.required;
  const slugProblem = !slug.trim() || columnFields.slug.safeParse(slug).success ? undefined : words.form.slugWrong;
  const confirm = () => {
    setTried(true);
    if (nameProblem || slugProblem) return;
    const body = { parentId: parent?.id ?? null, name, ...(slug.trim() && { slug }) };
    create.mutate(
      { body },
      {
        onSuccess: (made) => {
          setColumns(client, (columns) => [...columns, made]);
          void refreshColumns(client);
          notify({ level: 'success', title: fillText(words.done.created, { name: made.name }) });
          closeColumnDialog();
          open(made.id, 'content');
        },
      },
    );
  };
  return (
    <FormDialog
      title={parent ? fillText(words.dialog.createBelow, { name: parent.name }) : words.dialog.createTitle}
      confirmLabel={words.dialog.create}
      busy={create.isPending}
      errorTitle={words.dialog.refused}
      error={Object.keys(refused).length === 0 ? create.error : null}
      onClose={closeColumnDialog}
      onConfirm={confirm}
    >
      <TextField
        label={words.form.name}
        value={name}
        maxLength={100}
        autoComplete="off"
        error={refused.name ?? (tried ? nameProblem : undefined)}
        onChange={setName}
        data-first-focus
      />
      <TextField
        label={words.form.slug}
        value={slug}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        hint={words.form.slugFree}
        error={refused.slug ?? (tried ? slugProblem : undefined)}
        onChange={setSlug}
      />
    </FormDialog>
  );
}
