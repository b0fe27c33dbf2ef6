import type { ColumnNode } from '@lectern/contract/features/column.ts';
import { useEffect, useMemo } from 'react';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { QueryError } from '../../components/error-panel.tsx';
import { Icon } from '../../components/icon.tsx';
import { Menu } from '../../components/menu.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { Status } from '../../components/status.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { TreeActionItems } from '../../components/tree/tree-menu.tsx';
import { lineOf } from '../../components/tree/tree-model.ts';
import { WithheldNotice } from '../../components/withheld-notice.tsx';
import { type Action, registerActions } from '../../lib/actions.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { useStore } from '../../lib/store.ts';
import { type ColumnTab, columnTabs, useColumnAddress } from './column-address.ts';
import { askColumn, closeColumnDialog, columnDialog } from './column-dialog.ts';
import { ColumnTreePanel, columnMenu } from './column-tree-panel.tsx';
import { ColumnItems } from './content/column-items.tsx';
import { useColumnActions } from './use-column-actions.ts';
import { OpenedColumnContext, useColumns, useMayManage } from './use-columns.ts';
import '../../components/tree/tree-page.css';
import './column-page.css';

/** Less used tabs are loaded on demand. */
const ColumnSettings = lazyPage(() => import('./settings/column-settings.tsx').then((module) => module.ColumnSettings));
const ColumnPreview = lazyPage(() => import('./preview/column-preview.tsx').then((module) => module.ColumnPreview));
const ColumnActivity = lazyPage(() => import('./column-activity.tsx').then((module) => module.ColumnActivity));

type Props = {
  column: ColumnNode;
  columns: readonly ColumnNode[];
  tab: ColumnTab;
  onTab: (tab: ColumnTab) => void;
};

/** Header and tabs of the selected column. */
function ColumnView({ column, columns, tab, onTab }: Props) {
  const texts = useTexts();
  const words = texts.column;
  const format = useFormat();
  const mayManage = useMayManage();
  const actions = useColumnActions();
  const opened = useMemo(() => ({ column, columns }), [column, columns]);
  const line = lineOf(columns, column.id);
  const hiddenAbove = line.slice(0, -1).some((one) => !one.visible);
  const state = column.visible && !hiddenAbove ? words.visible : column.visible ? words.hiddenAbove : words.hidden;
  const count = { shown: format.number(column.shown), held: format.number(column.held) };
  return (
    <section className="drag-panel column-view" aria-label={column.name}>
      <div className="tree-page-head">
        <h2>{column.name}</h2>
        <Status tone={column.visible && !hiddenAbove ? 'ok' : 'idle'}>{state}</Status>
        {mayManage && (
          <div className="column-view-actions">
            <Menu
              align="end"
              label={fillText(words.actionsOf, { name: column.name })}
              trigger={(props) => (
                <Button {...props} aria-label={fillText(words.actionsOf, { name: column.name })}>
                  <Icon name="more" />
                </Button>
              )}
            >
              <TreeActionItems actions={columnMenu(column, columns, actions, texts)} />
            </Menu>
          </div>
        )}
        <div className="column-view-line">
          <code>/{line.map(({ slug }) => slug).join('/')}</code> ·{' '}
          {column.mode === 'rule' ? words.byRule : words.byHand} · {fillText(words.counts, count)}
        </div>
      </div>
      {column.withheld && <WithheldNotice item={{ id: column.id, kind: 'column' }} texts={words} />}
      <Tabs
        label={words.tabs.label}
        tabs={columnTabs.map((id) => ({
          id,
          label: words.tabs[id],
          ...(id === 'content' && { count: count.held }),
          ...(id === 'preview' && { count: count.shown }),
        }))}
        active={tab}
        onChange={onTab}
      >
        <OpenedColumnContext value={opened}>
          {tab === 'content' && <ColumnItems column={column} onSettings={() => onTab('settings')} />}
          {tab === 'settings' && <ColumnSettings />}
          {tab === 'preview' && <ColumnPreview />}
          {tab === 'activity' && <ColumnActivity />}
        </OpenedColumnContext>
      </Tabs>
    </section>
  );
}

const widths = ['70%', '48%', '56%', '40%', '62%', '52%', '44%', '58%'];

function ColumnSkeleton() {
  return (
    <SkeletonRegion className="column-parts">
      <div className="drag-panel column-skeleton">
        {widths.map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
      <div className="drag-panel column-skeleton">
        <Skeleton width="32%" height={20} />
        <Skeleton width="48%" />
        {widths.map((width) => (
          <Skeleton key={width} width={width} height={22} />
        ))}
      </div>
    </SkeletonRegion>
  );
}

/** Loaded when the first dialog opens. */
const ColumnDialogs = lazyPage(() => import('./dialogs/column-dialogs.tsx').then((module) => module.ColumnDialogs));

const newColumn: Action = {
  id: 'column.create',
  label: ({ column }) => column.create,
  icon: 'plus',
  group: 'create',
  keys: 'Shift+n',
  run: () => askColumn({ kind: 'create', parent: null }),
};

/** The site's column tree on the left, the selected column on the right. */
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
    <div className="tree-page">
      <PageHeader
        title={routes['resource.column']}
        meta={all && <span>{fillText(words.total, { count: format.number(all.length) })}</span>}
      >
        {mayManage && all && all.length > 0 && create}
      </PageHeader>
      {columns.error && <QueryError query={columns} keepsOld={all !== undefined} />}
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
