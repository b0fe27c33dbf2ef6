import type { ColumnNode } from '@lectern/contract/features/column.ts';
import { useMemo } from 'react';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Menu } from '../../components/menu.tsx';
import { Status } from '../../components/status.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { type ColumnTab, columnTabs } from './column-address.ts';
import { ColumnItems } from './content/column-items.tsx';
import { OpenedColumnContext } from './opened-column.ts';
import { columnMenu } from './tree/column-menu.ts';
import { ColumnMenuItems } from './tree/column-menu-items.tsx';
import { lineOf } from './tree/column-tree.ts';
import { useColumnDeeds } from './use-column-deeds.ts';
import { useMayManage } from './use-columns.ts';

/** Parts that are looked at less often come when they are. */
const ColumnSettings = lazyPage(() => import('./settings/column-settings.tsx').then((module) => module.ColumnSettings));
const ColumnPreview = lazyPage(() => import('./preview/column-preview.tsx').then((module) => module.ColumnPreview));
const ColumnActivity = lazyPage(() => import('./column-activity.tsx').then((module) => module.ColumnActivity));

type Props = {
  column: ColumnNode;
  columns: readonly ColumnNode[];
  tab: ColumnTab;
  onTab: (tab: ColumnTab) => void;
};

/** The chosen column: what it is, and its parts. */
export function ColumnView({ column, columns, tab, onTab }: Props) {
  const texts = useTexts();
  const words = texts.column;
  const format = useFormat();
  const mayManage = useMayManage();
  const deeds = useColumnDeeds();
  const opened = useMemo(() => ({ column, columns }), [column, columns]);
  const line = lineOf(columns, column.id);
  const hiddenAbove = line.slice(0, -1).some((one) => !one.visible);
  const state = column.visible && !hiddenAbove ? words.visible : column.visible ? words.hiddenAbove : words.hidden;
  const count = { shown: format.number(column.shown), held: format.number(column.held) };
  return (
    <section className="drag-panel column-view" aria-label={column.name}>
      <div className="column-view-head">
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
              <ColumnMenuItems deeds={columnMenu(column, columns, deeds, texts)} />
            </Menu>
          </div>
        )}
        <div className="column-view-line">
          <code>/{line.map(({ slug }) => slug).join('/')}</code> ·{' '}
          {column.mode === 'rule' ? words.byRule : words.byHand} · {fillText(words.counts, count)}
        </div>
      </div>
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
