import { type ColumnNode, deleteColumn, getColumnEffects } from '@lectern/contract/features/column.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { Banner } from '../../../components/banner.tsx';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FindField } from '../../../components/resource/find-field.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { subtreeIds, treeRows } from '../../../components/tree/tree-model.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../../lib/queries.ts';
import { useColumnAddress } from '../column-address.ts';
import { closeColumnDialog } from '../column-dialog.ts';
import { refreshColumns } from '../use-columns.ts';
import './column-dialogs.css';

type Props = { column: ColumnNode; columns: readonly ColumnNode[] };

/** Shows what a deletion affects, and asks where to move the column's content. */
export function DeleteColumnDialog({ column, columns }: Props) {
  const { column: texts } = useTexts();
  const words = texts.dialog;
  const client = useQueryClient();
  const { id: openId, open } = useColumnAddress();
  const remove = useMutationOf(deleteColumn, { quiet: true, idempotent: true });
  const effects = useEffects(column.id);
  const [way, setWay] = useState<'leave' | 'transfer'>('leave');
  const [target, setTarget] = useState<Target | null>(null);
  const [tried, setTried] = useState(false);
  const own = subtreeIds(columns, column.id);
  const asks = (effects.data?.resources ?? 0) > 0;
  const transfers = asks && way === 'transfer';
  const confirm = () => {
    setTried(true);
    if (transfers && !target) return;
    remove.mutate(
      {
        params: { id: column.id },
        body: { targetId: transfers ? (target?.id ?? null) : null, version: column.version },
      },
      {
        onSuccess: async () => {
          notify({ level: 'success', title: fillText(texts.done.deleted, { name: column.name }) });
          closeColumnDialog();
          if (openId && own.has(openId)) open(column.parentId, 'content');
          await refreshColumns(client);
        },
        onError: () => void refreshColumns(client),
      },
    );
  };
  return (
    <FormDialog
      title={fillText(words.deleteTitle, { name: column.name })}
      confirmLabel={words.delete}
      look="danger"
      busy={remove.isPending}
      disabled={!effects.data}
      errorTitle={texts.dialog.refused}
      error={remove.error}
      onClose={closeColumnDialog}
      onConfirm={confirm}
    >
      <ColumnEffects id={column.id} />
      {asks && (
        <ChoiceField
          label={words.target}
          {...(way === 'leave' && { hint: words.leaveHint })}
          value={way}
          options={[
            { value: 'leave', label: words.leave },
            { value: 'transfer', label: words.transfer },
          ]}
          onChange={setWay}
        />
      )}
      {transfers && (
        <ColumnTargetField
          label={words.transferTo}
          columns={columns}
          fits={({ id, mode }) => mode === 'manual' && !own.has(id)}
          value={target}
          error={tried && !target ? words.needTarget : undefined}
          onChange={setTarget}
        />
      )}
      <p>{words.final}</p>
    </FormDialog>
  );
}

/** Effects of deleting a column, always fetched fresh. */
function useEffects(id: string) {
  return useQuery({ ...queryOf(getColumnEffects, { params: { id } }, { quiet: true }), staleTime: 0 });
}

/** Where a column is used and, before deleting it, what goes with it. */
export function ColumnEffects({ id, deletes = true }: { id: string; deletes?: boolean }) {
  const words = useTexts().column.dialog;
  const format = useFormat();
  const effects = useEffects(id);
  if (effects.isPending)
    return (
      <SkeletonRegion>
        <Skeleton width="80%" />
      </SkeletonRegion>
    );
  if (!effects.data) return <ErrorPanel error={effects.error} onRetry={() => void effects.refetch()} />;
  const { columns, resources, uses } = effects.data;
  const sentence = columns > 0 ? words.effects : resources > 0 ? words.effectsOne : words.effectsNone;
  return (
    <>
      {deletes && <p>{fillText(sentence, { columns: format.number(columns), resources: format.number(resources) })}</p>}
      {uses.length > 0 && (
        <Banner tone="warning" label={words.uses}>
          {words.uses}
          <ul className="column-dialog-uses">
            {uses.map((use) => (
              <li key={use.name}>{use.link ? <AppLink to={use.link}>{use.name}</AppLink> : use.name}</li>
            ))}
          </ul>
        </Banner>
      )}
    </>
  );
}

export type Target = { id: string | null; name: string };
type ColumnTargetFieldProps = {
  label: string;
  columns: readonly ColumnNode[];
  fits: (column: ColumnNode) => boolean;
  /** Also offers the top level. */
  withTop?: boolean;
  value: Target | null;
  error?: string | undefined;
  onChange: (target: Target | null) => void;
};

const topId = 'top';

/** Chooses another column by name. */
export function ColumnTargetField({ label, columns, fits, withTop, value, error, onChange }: ColumnTargetFieldProps) {
  const { column: words } = useTexts();
  const [text, setText] = useState(value?.name ?? '');
  const wanted = value?.name === text ? '' : text.trim().toLowerCase();
  const options = treeRows(columns, () => true)
    .filter(({ node }) => fits(node) && node.name.toLowerCase().includes(wanted))
    .map(({ node: column, depth }) => ({
      id: column.id,
      label: column.name,
      depth: wanted ? 0 : depth,
      note: column.slug,
    }));
  const top = withTop && !wanted ? [{ id: topId, label: words.form.top }] : [];
  return (
    <FindField
      label={label}
      placeholder={words.dialog.find}
      error={error}
      text={text}
      options={[...top, ...options]}
      none={words.dialog.nothing}
      onText={(next) => {
        setText(next);
        onChange(null);
      }}
      onPick={({ id, label: name }) => {
        setText(name);
        onChange({ id: id === topId ? null : id, name });
      }}
    />
  );
}
