import { useEffect } from 'react';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { type Action, registerActions } from '../../lib/actions.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { useStore } from '../../lib/use-store.ts';
import { useColumnAddress } from './column-address.ts';
import { askColumn, closeColumnDialog, columnDialog } from './column-dialog.ts';
import { ColumnSkeleton } from './column-skeleton.tsx';
import { ColumnView } from './column-view.tsx';
import { ColumnTreePanel } from './tree/column-tree-panel.tsx';
import { useColumns, useMayManage } from './use-columns.ts';
import './column-page.css';

/** Their code comes when the first is opened. */
const ColumnDialogs = lazyPage(() => import('./dialogs/column-dialogs.tsx').then((module) => module.ColumnDialogs));

const newColumn: Action = {
  id: 'column.create',
  label: ({ column }) => column.create,
  icon: 'plus',
  group: 'create',
  keys: 'Shift+n',
  run: () => askColumn({ kind: 'create', parent: null }),
};

/** The display tree of the front site: the tree on the left, the chosen column on the right. */
export function ColumnPage() {
  const { column: words, routes } = useTexts();
  const format = useFormat();
  const mayManage = useMayManage();
  const columns = useColumns();
  const { id, tab, open } = useColumnAddress();
  const asking = useStore(columnDialog) !== null;
  const all = columns.data;
  const chosen = all?.find((column) => column.id === id);
  useEffect(() => closeColumnDialog, []);
  useEffect(() => (mayManage ? registerActions([newColumn]) : undefined), [mayManage]);
  const create = (
    <Button look="primary" icon="plus" onClick={() => askColumn({ kind: 'create', parent: null })}>
      {words.create}
    </Button>
  );
  return (
    <div className="column-page">
      <PageHeader
        title={routes['resource.column']}
        meta={all && <span>{fillText(words.total, { count: format.number(all.length) })}</span>}
      >
        {mayManage && all && all.length > 0 && create}
      </PageHeader>
      {columns.error && (
        <ErrorPanel
          error={columns.error}
          keepsOld={all !== undefined}
          retrying={columns.isFetching}
          onRetry={() => void columns.refetch()}
        />
      )}
      {!all && !columns.error && <ColumnSkeleton />}
      {all?.length === 0 && (
        <div className="drag-panel column-empty">
          <EmptyState icon="columns" title={words.emptyTitle} action={mayManage && create}>
            {mayManage ? words.emptyText : words.emptyReadOnly}
          </EmptyState>
        </div>
      )}
      {all && all.length > 0 && (
        <div className="column-parts">
          <ColumnTreePanel
            columns={all}
            chosenId={chosen?.id ?? null}
            mayManage={mayManage}
            onChoose={(one) => open(one)}
          />
          {chosen ? (
            <ColumnView
              key={chosen.id}
              column={chosen}
              columns={all}
              tab={tab}
              onTab={(part) => open(chosen.id, part)}
            />
          ) : (
            <div className="drag-panel column-view">
              <EmptyState icon="columns" title={id ? words.gone : words.noneChosen}>
                {id ? words.goneText : words.noneChosenText}
              </EmptyState>
            </div>
          )}
        </div>
      )}
      {asking && <ColumnDialogs />}
    </div>
  );
}
